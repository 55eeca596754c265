mod corner;

/// A rectangle.
#[derive(Debug, Clone, PartialEq)]
pub struct Rectangle {
    pub width: u32,
    pub height: u32,
    turned: bool,
}

impl Rectangle {
    pub fn new(width: u32, height: u32) -> Rectangle {
        Rectangle { width, height, turned: false }
    }

    pub fn turn(&mut self) {
        let width = self.width;
        self.width = self.height;
        self.height = width;
        self.turned = !self.turned;
    }
}

pub(crate) fn same(a: u32, b: u32) -> bool {
    corner::difference(a, b) == 0
}
