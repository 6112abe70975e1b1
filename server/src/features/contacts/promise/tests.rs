//! Tests of the calendar, some of them with random business hours or a reference that counts single minutes.

use chrono::{Timelike, Weekday};

use super::*;

const OFFICE: &str = "Segunda a sexta, 08:00–18:00\nSábado, 08:00–12:00";

/// Parses a local time of São Paulo, such as `2026-11-17T09:30`.
fn at(text: &str) -> Timestamp {
    format!("{text}:00-03:00").parse().expect("a moment")
}

/// Pseudorandom numbers, the same in every run.
struct Random(u64);

impl Random {
    /// Returns a random number from 0 to `end` - 1.
    fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % end
    }

    /// Returns a random minute from 2021 to 2035, in a third of the cases one near a holiday.
    fn moment(&mut self) -> Timestamp {
        let first = at("2021-01-01T00:00");
        let anywhere = first + TimeDelta::minutes(self.below(15 * 365 * 24 * 60).cast_signed());
        if self.below(3) > 0 {
            return anywhere;
        }
        let holiday = days_from(date::day_of(anywhere))
            .find(|day| holidays::name_of(*day).is_some())
            .expect("each year has a holiday");
        let around = date::start_of(holiday).expect("a moment") - TimeDelta::days(3);
        around + TimeDelta::minutes(self.below(5 * 24 * 60).cast_signed())
    }

    /// Returns random business hours with up to five lines.
    fn hours(&mut self) -> String {
        const DAYS: [&str; 7] = ["segunda", "terça", "quarta", "quinta", "sexta", "sábado", "domingo"];
        let mut lines = Vec::new();
        for _ in 0..self.below(6) {
            let (first, last) = (self.below(7), self.below(7));
            let between = ["a", "e", "à"][usize::try_from(self.below(3)).expect("a small index")];
            let opens = self.below(24 * 60 - 1);
            let closes = opens + 1 + self.below(24 * 60 - opens);
            let time = |minute: u64| format!("{:02}:{:02}", minute / 60, minute % 60);
            let name = |day: u64| DAYS[usize::try_from(day).expect("a small index")];
            lines.push(format!("{} {between} {}, {}–{}", name(first), name(last), time(opens), time(closes)));
        }
        lines.join("\n")
    }

    /// Returns a random calendar with up to three closed ranges from `around` on, some of which recur every year.
    fn calendar(&mut self, around: Timestamp) -> Calendar {
        let mut lines = Vec::new();
        for _ in 0..self.below(4) {
            let first = date::day_of(around) + chrono::Days::new(self.below(20));
            let last = first + chrono::Days::new(self.below(12));
            let format = if self.below(2) == 0 { "%d/%m/%Y" } else { "%d/%m" };
            lines.push(format!("{} a {}: Fechado", first.format(format), last.format(format)));
        }
        let closed_days = lines.join("\n");
        Calendar::new(&ContactInfo { business_hours: self.hours(), closed_days, ..ContactInfo::default() })
    }
}

/// Returns whether the company is open in the minute that starts at `minute`.
fn is_open(calendar: &Calendar, minute: Timestamp) -> bool {
    let here = minute.with_timezone(&Sao_Paulo);
    let of_day = u16::try_from(here.hour() * 60 + here.minute()).expect("a minute of a day");
    is_working_day(calendar, here.date_naive())
        && calendar.hours().on(here.weekday()).iter().any(|span| (span.opens..span.closes).contains(&of_day))
}

fn is_working_day(calendar: &Calendar, day: NaiveDate) -> bool {
    calendar.closed_name(day).is_none() && !calendar.hours().on(day.weekday()).is_empty()
}

/// Returns the deadline, found by counting the minutes of working days until the hours have passed.
fn deadline_by_minutes(calendar: &Calendar, received: Timestamp, hours: u16) -> Timestamp {
    let (mut now, mut counted) = (received, 0);
    while counted < u32::from(hours) * 60 {
        if is_working_day(calendar, date::day_of(now)) {
            counted += 1;
        }
        now += TimeDelta::minutes(1);
    }
    now
}

/// Returns the time within business hours, found by counting minutes.
fn open_by_minutes(calendar: &Calendar, from: Timestamp, to: Timestamp) -> TimeDelta {
    let minutes = iter::successors(Some(from), |minute| Some(*minute + TimeDelta::minutes(1)));
    let open = minutes.take_while(|minute| *minute < to).filter(|minute| is_open(calendar, *minute)).count();
    TimeDelta::minutes(i64::try_from(open).expect("a count that fits"))
}

#[test]
fn calendar_agrees_with_a_count_of_minutes() {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    for _ in 0..200 {
        let received = random.moment();
        let calendar = random.calendar(received);
        let hours = u16::try_from(1 + random.below(72)).expect("a small number");
        let due = calendar.exact_deadline(received, hours);
        assert_eq!(
            due,
            deadline_by_minutes(&calendar, received, hours),
            "{hours} hours from {received} with {calendar:?}"
        );
        let now = received + TimeDelta::minutes(random.below(3 * 24 * 60).cast_signed());
        assert_eq!(
            calendar.open_between(now, due),
            open_by_minutes(&calendar, now, due),
            "from {now} to {due} with {calendar:?}"
        );
    }
}

#[test]
fn deadlines_are_ordered_and_at_least_24_hours_away() {
    let mut random = Random(7);
    for _ in 0..2000 {
        let calendar = Calendar::with_hours(&random.hours());
        let first = random.moment();
        let second = first + TimeDelta::minutes(random.below(10_000).cast_signed());
        let (due, due_later) = (calendar.exact_deadline(first, 24), calendar.exact_deadline(second, 24));
        assert!(due <= due_later, "{first} is due {due}, {second} is due {due_later}");
        assert!(due - first >= TimeDelta::hours(24), "{first} is due {due}");
        let (open, rest) = (calendar.open_between(first, due), calendar.open_between(second.min(due), due));
        assert_eq!(calendar.open_between(first, second.min(due)) + rest, open, "the parts add up");
    }
}

#[test]
fn calendars_with_different_business_hours_are_independent() {
    let mut random = Random(99);
    for _ in 0..300 {
        let (before, after, received) = (random.hours(), random.hours(), random.moment());
        let due = Calendar::with_hours(&before).exact_deadline(received, 24);
        let other = Calendar::with_hours(&after);
        assert_eq!(other.exact_deadline(received, 24), deadline_by_minutes(&other, received, 24));
        assert_eq!(Calendar::with_hours(&before).exact_deadline(received, 24), due, "as before");
    }
}

#[test]
fn deadline_skips_days_off() {
    let calendar = Calendar::with_hours(OFFICE);
    for (received, due) in [
        ("2026-11-17T09:30", "2026-11-18T09:30"), // Tuesday
        ("2026-11-17T22:00", "2026-11-18T22:00"), // at night
        ("2026-11-13T17:00", "2026-11-14T17:00"), // Friday: Saturday is a working day here
        ("2026-11-14T11:00", "2026-11-16T11:00"), // Saturday
        ("2026-11-22T15:00", "2026-11-24T00:00"), // Sunday: counts from Monday
        ("2026-11-19T16:00", "2026-11-21T16:00"), // the day before Consciência Negra
        ("2026-12-24T10:00", "2026-12-26T10:00"), // Christmas
        ("2026-04-02T18:00", "2026-04-04T18:00"), // the day before Good Friday
    ] {
        assert_eq!(calendar.exact_deadline(at(received), 24), at(due), "{received}");
    }
    let weekdays = Calendar::with_hours("Segunda a sexta, 8h às 18h");
    assert_eq!(
        weekdays.exact_deadline(at("2026-11-13T17:00"), 24),
        at("2026-11-16T17:00"),
        "over the weekend"
    );
    assert_eq!(
        weekdays.exact_deadline(at("2026-12-31T12:00"), 24),
        at("2027-01-04T12:00"),
        "New Year on a Friday"
    );
}

#[test]
fn time_left_counts_only_business_hours() {
    let calendar = Calendar::with_hours(OFFICE);
    let left = |now: &str, due: &str| calendar.open_between(at(now), at(due)).num_minutes();
    assert_eq!(left("2026-11-17T17:00", "2026-11-18T09:00"), 120, "an hour today, one tomorrow");
    assert_eq!(left("2026-11-13T17:00", "2026-11-14T17:00"), 60 + 240, "Saturday ends at noon");
    assert_eq!(left("2026-11-19T17:30", "2026-11-21T17:30"), 30 + 240, "a holiday does not count");
    assert_eq!(left("2026-11-18T10:00", "2026-11-18T09:00"), 0, "the deadline has passed");
    assert_eq!(left("2026-11-14T13:00", "2026-11-16T08:00"), 0);
}

#[test]
fn deadline_with_one_working_day_per_week_is_the_end_of_the_next_one() {
    let calendar = Calendar::with_hours("Quarta, 9h às 12h");
    assert_eq!(calendar.hours().on(Weekday::Wed).len(), 1);
    assert_eq!(calendar.exact_deadline(at("2026-11-19T10:00"), 24), at("2026-11-26T00:00"));
    assert_eq!(calendar.exact_deadline(at("2026-12-17T10:00"), 24), at("2026-12-24T00:00"));
}

#[test]
fn deadline_skips_closed_days() {
    let calendar = Calendar::new(&ContactInfo {
        business_hours: OFFICE.to_owned(),
        closed_days: "24/12/2026 a 04/01/2027: Recesso\n09/07: SP".to_owned(),
        ..ContactInfo::default()
    });
    for (received, due) in [
        ("2026-12-23T10:00", "2027-01-05T10:00"),
        ("2026-12-28T10:00", "2027-01-06T00:00"),
        ("2027-12-23T10:00", "2027-12-24T10:00"), // not in another year
        ("2026-07-08T10:00", "2026-07-10T10:00"),
        ("2027-07-08T10:00", "2027-07-10T10:00"),
    ] {
        assert_eq!(calendar.exact_deadline(at(received), 24), at(due), "{received}");
    }
    assert_eq!(
        calendar.next_closed(3, at("2026-12-20T10:00")),
        ["24/12 a 04/01: Recesso", "26/03: Sexta-feira Santa", "21/04: Tiradentes"]
    );
    assert_eq!(calendar.next_closed(1, at("2026-12-30T10:00")), ["30/12 a 04/01: Recesso"]);
}

#[test]
fn deadline_is_found_after_as_many_closed_days_as_the_settings_allow() {
    let start = NaiveDate::from_ymd_opt(2026, 11, 16).expect("a day");
    let day = |number: u64| (start + chrono::Days::new(number)).format("%d/%m/%Y");
    let once = (0..38).map(|range| format!("{} a {}: Reforma", day(range * 60), day(range * 60 + 59)));
    // The ranges end on 11 February 2033.
    let yearly = ["12/02 a 11/04: Verão", "12/04 a 21/05: Outono"].map(str::to_owned);
    let closed_days = once.chain(yearly).collect::<Vec<_>>().join("\n");
    let business_hours = "Quarta, 9h às 12h".to_owned();
    let calendar = Calendar::new(&ContactInfo { business_hours, closed_days, ..ContactInfo::default() });
    assert_eq!(calendar.deadline(at("2026-11-16T10:00"), 240), at("2033-07-27T12:00"));
}

#[test]
fn deadline_depends_on_the_hours_of_the_service() {
    let calendar = Calendar::new(&ContactInfo {
        business_hours: OFFICE.to_owned(),
        promised_hours: "48".to_owned(),
        service_hours: "Suporte Técnico: 4\nNuvem: 240".to_owned(),
        ..ContactInfo::default()
    });
    for (service, due) in [
        ("Suporte Técnico", "2026-11-16T13:30"),
        ("Outro", "2026-11-18T09:30"),
        ("Não informado", "2026-11-18T09:30"),
        // Friday, the 20th is a holiday.
        ("Nuvem", "2026-11-28T09:30"),
    ] {
        assert_eq!(calendar.deadline_for(service, at("2026-11-16T09:30")), at(due), "{service}");
    }
}
