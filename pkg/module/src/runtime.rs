//! The allocator and panic handler that a module without the standard library needs. Without that library the module measured a fifth of its
//! size with it.

use core::panic::PanicInfo;

use lol_alloc::{FreeListAllocator, LockedAllocator};

#[global_allocator]
static ALLOCATOR: LockedAllocator<FreeListAllocator> = LockedAllocator::new(FreeListAllocator::new());

/// A panic is a trap, after which the package discards the module.
#[panic_handler]
fn trap(_: &PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}
