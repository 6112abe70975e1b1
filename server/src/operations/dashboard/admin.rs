//! The dashboard endpoint, with stats from all features.

use std::ops::Range;

use axum::{Json, extract::State};
use sea_orm::ConnectionTrait;

use super::{
    days::last_days,
    model::{
        ContactStats, Dashboard, DashboardPeriod, DayCount, LastChange, MailStats, OperationNotices,
        PostStats, ServiceStats, SetupSteps,
    },
};
use crate::{
    app::App,
    features::{
        blog::{self, model::PostFilter},
        contacts::{promise::Calendar, stats::store as stats},
        services, visits,
    },
    foundation::{
        audit,
        identity::{extract::Staff, model::Role},
        mail::{
            self,
            model::{MailState, OutboxFilter},
        },
        settings::{self, model::SetupState},
    },
    platform::{clock::Timestamp, error::Result, http::Query, paging::Total},
};

const LATEST_POSTS: u64 = 5;
/// Maximum number of services in the stats of contacts.
const MAX_SERVICES: u64 = 6;

/// Returns the stats of the dashboard, as far as the caller's role allows. Only administrators receive the author of the last
/// change, and changes of settings as the last change.
#[utoipa::path(get, path = "/api/dashboard", tag = "dashboard", operation_id = "find_dashboard",
    params(DashboardPeriod),
    responses((status = 200, body = Dashboard)))]
pub async fn find_dashboard(
    Staff(staff): Staff,
    State(app): State<App>,
    Query(period): Query<DashboardPeriod>,
) -> Result<Json<Dashboard>> {
    let days = period.days()?;
    let now = app.clock.now();
    let db = app.db.reader();
    let role = staff.user.role;
    let [is_admin, is_writer, is_support] =
        [Role::Admin, Role::Writer, Role::Support].map(|least| role.has_rights_of(least));
    let last_change = if is_admin {
        audit::latest::find_change(db).await?
    } else if is_writer {
        audit::latest::find_content_change(db).await?
    } else {
        None
    };
    Ok(Json(Dashboard {
        counted_at: now,
        services: if is_writer { Some(of_services(db).await?) } else { None },
        posts: if is_writer { Some(of_posts(db).await?) } else { None },
        contacts: if is_support { Some(of_contacts(db, days, now).await?) } else { None },
        visits: visits::report::read_week(&app).await?,
        last_change: last_change.map(|event| LastChange::new(event, is_admin)),
        mail: if is_admin { Some(of_mail(&app).await?) } else { None },
        setup: if is_admin { Some(of_setup(&app).await?) } else { None },
        operation: is_admin.then(|| of_operation(&app)),
    }))
}

async fn of_services(db: &impl ConnectionTrait) -> Result<ServiceStats> {
    let services = services::store::list(db).await?;
    let active = services.iter().filter(|service| service.fields.is_active).count();
    Ok(ServiceStats { total: services.len() as u64, active: active as u64 })
}

async fn of_posts(db: &impl ConnectionTrait) -> Result<PostStats> {
    let published = PostFilter { is_published: Some(true), ..PostFilter::default() };
    let scheduled =
        PostFilter { is_published: Some(false), is_scheduled: Some(true), ..PostFilter::default() };
    Ok(PostStats {
        total: blog::store::count(db, &PostFilter::default()).await?,
        published: blog::store::count(db, &published).await?,
        scheduled: blog::store::count(db, &scheduled).await?,
        latest: blog::store::list_latest(db, LATEST_POSTS).await?,
    })
}

async fn of_contacts(db: &impl ConnectionTrait, days: u16, now: Timestamp) -> Result<ContactStats> {
    let days = last_days(days, now);
    let spans: Vec<Range<Timestamp>> = days.iter().map(|day| day.span.clone()).collect();
    let since = spans.first().map_or(now, |first| first.start);
    let counts = stats::by_span(db, &spans).await?;
    let by_status = stats::by_status(db).await?;
    let counted = by_status.iter().map(|found| found.count).sum();
    let has_more = by_status.iter().any(|found| found.has_more);
    let calendar = Calendar::read(db).await?;
    Ok(ContactStats {
        total: if has_more { Total::more_than(counted).count() } else { counted },
        has_more,
        waiting: stats::waiting(db, &calendar, now).await?,
        by_status,
        by_day: days.iter().zip(counts).map(|(day, count)| DayCount { day: day.date, count }).collect(),
        by_service: stats::by_service(db, since, MAX_SERVICES).await?,
    })
}

async fn of_mail(app: &App) -> Result<MailStats> {
    let db = app.db.reader();
    let in_state = |state| OutboxFilter { state: Some(state) };
    Ok(MailStats {
        queued: mail::store::count(db, &in_state(MailState::Queued)).await?.count(),
        failed: mail::store::count(db, &in_state(MailState::Failed)).await?.count(),
        withheld: mail::withheld::count_withheld(app).await?,
        problem: mail::admin::problem(app).await?,
        receiving_problem: mail::inbound::fetch::problem(app).await?,
    })
}

fn of_operation(app: &App) -> OperationNotices {
    let proxies = &app.config.trusted_proxies;
    let untrusted = proxies.untrusted();
    let is_behind_proxy = proxies.any() || untrusted.is_some();
    OperationNotices {
        untrusted_proxy: untrusted.map(|ip| ip.to_string()),
        public_url_missing: app.config.public_url.is_none() && is_behind_proxy,
    }
}

async fn of_setup(app: &App) -> Result<SetupSteps> {
    let SetupState { name, logo, phone, email, analytics } =
        settings::store::setup_state(app.db.reader()).await?;
    Ok(SetupSteps { name, logo, phone, email, mail: app.mail().is_some(), analytics })
}
