//! Reads the numbers that the package hands over one by one: every list is preceded by its length, and a weight is two numbers of 32 bits,
//! the upper first. A law is, with the sizes of its scores among the others,
//!
//! ```text
//! sizes [size]   scores [items [attribute], raised steps [[number]], levels [level]]
//! forms [weight − 1, exchange [pool [attribute]], units [attributes [attribute], subset size],
//!   blocks [units [unit], classes [class [position]], patterns [changes [class, count], weight]]]
//! ```

use alloc::vec::Vec;

use crate::exact::{WHOLE, to_index};
use crate::law::{Block, Form, Law, Pattern, RoundedScore, Unit};

/// A source of numbers; the function returns the next one.
pub(super) struct Handed(pub(super) fn() -> u32);

impl Handed {
    pub(super) fn law(&mut self) -> Law {
        let (sizes, scores) = (self.list(Self::number), self.list(Self::score));
        Law::checked(sizes, scores, self.list(Self::form))
    }

    /// Reads a score. The steps of a category that has a code are raised by 1; 0 stands for none.
    fn score(&mut self) -> RoundedScore {
        let (items, raised) = (self.indices(), self.list(Self::indices));
        RoundedScore::checked(items, raised, self.list(Self::number))
    }

    fn form(&mut self) -> Form {
        let weight = u128::from(self.weight()) + 1;
        let (exchange, units) = (self.list(Self::indices), self.list(Self::unit));
        Form::new(weight, exchange, units, self.list(Self::block))
    }

    fn unit(&mut self) -> Unit {
        let attributes = self.indices();
        Unit::new(attributes, self.number())
    }

    /// Reads a block; its uniform part has the weight that the patterns leave.
    fn block(&mut self) -> Block {
        let (units, classes, patterns) = (self.indices(), self.list(Self::indices), self.list(Self::pattern));
        let uniform = patterns.iter().fold(WHOLE, |left, pattern| left - u128::from(pattern.weight()));
        Block::checked(units, classes, uniform, patterns)
    }

    fn pattern(&mut self) -> Pattern {
        let changes = self.list(|numbers| (numbers.index(), numbers.index()));
        Pattern::new(changes, self.weight())
    }

    fn indices(&mut self) -> Vec<usize> {
        self.list(Self::index)
    }

    pub(super) fn list<T>(&mut self, element: fn(&mut Self) -> T) -> Vec<T> {
        let mut list = Vec::new();
        (0..self.number()).for_each(|_| list.push(element(self)));
        list
    }

    /// Reads a list of `count` numbers, or `None` where it is empty. Memory is reserved at once, since a growing list would leave copies behind.
    pub(super) fn exactly(&mut self, count: usize) -> Option<Vec<u32>> {
        let mut list = Vec::with_capacity(count);
        (0..self.number()).for_each(|_| list.push(self.number()));
        (!list.is_empty()).then_some(list)
    }

    /// Reads eight numbers as 32 bytes, most significant byte first; `None` where the list is empty.
    pub(super) fn digest(&mut self) -> Option<[u8; 32]> {
        let mut bytes = [0; 32];
        let count = to_index(self.number());
        let places = bytes.chunks_exact_mut(4).take(count);
        places.for_each(|place| place.copy_from_slice(&self.number().to_be_bytes()));
        (count > 0).then_some(bytes)
    }

    fn weight(&mut self) -> u64 {
        u64::from(self.number()) << 32 | u64::from(self.number())
    }

    fn index(&mut self) -> usize {
        to_index(self.number())
    }

    #[allow(clippy::cast_possible_truncation, reason = "a byte")]
    pub(super) fn byte(&mut self) -> u8 {
        self.number() as u8
    }

    pub(super) fn number(&mut self) -> u32 {
        (self.0)()
    }
}
