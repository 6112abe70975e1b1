//! `vitrine admin`: for whoever has the machine but not the panel.

use std::io::{self, IsTerminal};

use anyhow::Context;
use clap::Subcommand;

use super::with_app;
use crate::{
    app::App,
    foundation::{
        accounts::{model::Registration, recovery::rescue},
        audit::{self},
        identity::actor::Actor,
    },
    operations::setup,
};

#[derive(Subcommand)]
pub(super) enum Admin {
    /// Create an administrator. The password is asked for, or read from the first line of standard input if that is not a
    /// terminal.
    Create {
        /// The address to sign in with.
        #[arg(long)]
        email: String,
        /// The person's name.
        #[arg(long, default_value = "Administrador")]
        name: String,
    },
    /// Give an account a new password and end its sessions. The password is asked for, or read from the first line of
    /// standard input if that is not a terminal.
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

/// Asks for a password without showing it. If standard input is not a terminal, its first line is the password.
fn read_password() -> anyhow::Result<String> {
    const PROMPT: &str = "Password (at least 12 characters): ";
    let stdin = io::stdin();
    let password = if stdin.is_terminal() {
        rpassword::prompt_password(PROMPT)
    } else {
        let mut line = String::new();
        stdin.read_line(&mut line).map(|_| line.trim_end_matches(['\r', '\n']).to_owned())
    };
    password.context("reading the password")
}
