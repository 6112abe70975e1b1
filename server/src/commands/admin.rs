//! `vitrine admin`: for whoever has the machine but not the panel.

use anyhow::Context;
use clap::Subcommand;

use super::with_app;
use crate::{
    accounts::{model::Registration, recovery::rescue},
    app::App,
    audit::{self, Actor},
    setup,
};

#[derive(Subcommand)]
pub(super) enum Admin {
    /// Create an administrator. The password is read from the first line of standard input.
    Create {
        /// The address to sign in with.
        #[arg(long)]
        email: String,
        /// The person's name.
        #[arg(long, default_value = "Administrador")]
        name: String,
    },
    /// Give an account a new password, read from the first line of standard input, and end its sessions.
    ResetPassword {
        /// The address it signs in with.
        #[arg(long)]
        email: String,
    },
    /// Take away the second factors of somebody who lost them.
    #[command(name = "disable-2fa")]
    DisableTwoFactor {
        /// The address the account signs in with.
        #[arg(long)]
        email: String,
    },
}

impl Admin {
    pub(super) async fn run(self) -> anyhow::Result<()> {
        let done = with_app(async |app| {
            audit::open(app).await?;
            self.act(app).await
        })
        .await?;
        eprintln!("{done}");
        Ok(())
    }

    /// Returns what to tell.
    async fn act(self, app: &App) -> anyhow::Result<String> {
        match self {
            Self::Create { email, name } => {
                let password = read_password()?;
                let registration = Registration { email: email.clone(), password, full_name: name };
                setup::create_admin(app, &Actor::command_line(), &registration).await?;
                Ok(format!("Administrator {email} created."))
            }
            Self::ResetPassword { email } => {
                rescue::reset_password(app, &email, &read_password()?).await?;
                Ok(format!("Password of {email} changed. All its sessions have ended."))
            }
            Self::DisableTwoFactor { email } => Ok(if rescue::remove_second_factors(app, &email).await? {
                format!("Second factors of {email} removed.")
            } else {
                format!("{email} has no second factor.")
            }),
        }
    }
}

fn read_password() -> anyhow::Result<String> {
    eprint!("Password (at least 12 characters): ");
    let mut password = String::new();
    std::io::stdin().read_line(&mut password).context("reading the password")?;
    Ok(password.trim_end_matches(['\r', '\n']).to_owned())
}
