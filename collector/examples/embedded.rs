//! A program that has a page of its own and a survey's collector.
//!
//! `cargo run -p candor-collector --example embedded -- plan.json` listens on a free port of 127.0.0.1 and says which. What the
//! collector stores is in `embedded.db`; totals are public.

use core::error::Error;
use std::path::Path;
use std::{env, fs};

use axum::Router;
use axum::response::Html;
use axum::routing::get;
use candor::plan::{Caps, Plan};
use candor_collector::store::Location;
use candor_collector::{Collector, Readers};
use tokio::net::TcpListener;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let plans = env::args().skip(1).map(plan).collect::<Result<Vec<_>, _>>()?;
    let collector = started(Path::new("embedded.db"), plans).await?;
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("listening on http://{}", listener.local_addr()?);
    let interrupted = async { drop(tokio::signal::ctrl_c().await) };
    axum::serve(listener, program(&collector)).with_graceful_shutdown(interrupted).await?;
    collector.shut_down().await?;
    Ok(())
}

fn plan(path: String) -> Result<Plan, Box<dyn Error>> {
    Ok(Plan::from_json(&fs::read_to_string(path)?, &Caps::default())?)
}

/// A collector of these plans, whose totals everybody may read.
///
/// # Errors
/// The errors of [`Builder::start`](candor_collector::Builder::start).
pub async fn started(database: &Path, plans: Vec<Plan>) -> Result<Collector, candor::Error> {
    let database = Location::of(database)?;
    Collector::builder(database).plans(plans).readers(Readers::Everybody).start().await
}

/// The program's own page, and the collector's routes.
pub fn program(collector: &Collector) -> Router {
    Router::new().route("/imprint", get(imprint)).merge(collector.router())
}

async fn imprint() -> Html<&'static str> {
    Html("<!doctype html><title>Imprint</title><p>Asked by the health office. <a href=/surveys>The plans</a>")
}
