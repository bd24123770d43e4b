// Components import their styles; jest draws none.
module.exports = {};
