// Replaces the style sheets that components import; jest needs none.
module.exports = {};
