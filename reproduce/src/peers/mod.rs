//! What else could be asked under the same record ε: the methods with which Candor is compared. No part of the library that is
//! compared.

mod calm;
mod lopub;
mod oracle;
mod sampled;
mod workload;

pub use calm::{Allocation, Calm, Subset, error_apart, error_together};
pub use lopub::{Bloom, BloomReports, JointEstimate};
pub use oracle::{Oracle, Randomised, Unary};
pub use sampled::{Fake, Sampled};
pub use workload::Strategy;
