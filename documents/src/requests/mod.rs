//! What analysts ask for, as documents: the command line makes them of its options, the packages for Python and R of the arguments of their functions. What
//! is not said has the default of the command line.

mod design;
mod estimates;
mod models;
mod numbers;
mod power;
mod synthesis;
mod tests;

pub use self::design::DesignRequest;
pub use self::estimates::{EstimateRequest, TablesToEstimate};
pub use self::models::ModelRequest;
pub use self::numbers::NumbersRequest;
pub use self::power::{PowerFound, PowerRequest};
pub use self::synthesis::{SynthesisRequest, TablesToSynthesize};
pub use self::tests::{TestRequest, hypothesis};
