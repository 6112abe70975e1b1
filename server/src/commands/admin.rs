//! `vitrine admin`: creates administrators and restores access to accounts.

use std::io::{self, IsTerminal};

use anyhow::Context;
use clap::Subcommand;

use super::{note, with_app};
use crate::{
    app::App,
    foundation::{
        accounts::{model::Registration, recovery::rescue},
        audit,
        identity::actor::Actor,
    },
    operations::setup,
};

#[derive(Subcommand)]
pub(super) enum Admin {
    /// Create an administrator. Prompts for the password. If standard input is not a terminal, its first line is the
    /// password.
    Create {
        /// The email address of the account.
        #[arg(long)]
        email: String,
        /// The name of the administrator.
        #[arg(long, default_value = "Administrador")]
        name: String,
    },
    /// Set a new password for an account and end its sessions. Prompts for the password. If standard input is not a
    /// terminal, its first line is the password.
    ResetPassword {
        /// The email address of the account.
        #[arg(long)]
        email: String,
    },
    /// Remove the second factors of an account.
    #[command(name = "disable-2fa")]
    DisableTwoFactor {
        /// The email address of the account.
        #[arg(long)]
        email: String,
    },
}

impl Admin {
    pub(super) async fn run(self) -> anyhow::Result<()> {
        let message = with_app(async |app| {
            audit::open(app).await?;
            self.execute(app).await
        })
        .await?;
        note(&message);
        Ok(())
    }

    /// Executes the command and returns the message for the operator.
    async fn execute(self, app: &App) -> anyhow::Result<String> {
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

/// Prompts for a password, or reads the first line of standard input if it is not a terminal.
fn read_password() -> anyhow::Result<String> {
    const PROMPT: &str = "Password (for staff, at least 12 characters): ";
    let stdin = io::stdin();
    let password = if stdin.is_terminal() {
        rpassword::prompt_password(PROMPT)
    } else {
        let mut line = String::new();
        stdin.read_line(&mut line).map(|_| line.trim_end_matches(['\r', '\n']).to_owned())
    };
    password.context("reading the password")
}
