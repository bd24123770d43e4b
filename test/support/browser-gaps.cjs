// A setup file of jest: what every browser has and jsdom, the page of component tests, lacks.
if (globalThis.document) {
  const { TextDecoder, TextEncoder } = require('node:util');

  class Observer {
    observe() {}
    unobserve() {}
    disconnect() {}
  }

  Object.assign(globalThis, {
    CSS: { escape: (text) => text.replace(/[^\w-]/g, String.raw`\$&`) },
    ResizeObserver: Observer,
    TextDecoder,
    TextEncoder,
    matchMedia: (media) => ({ media, matches: false, addEventListener() {}, removeEventListener() {} }),
    // Scrolling is nothing to jsdom.
    scrollTo() {},
  });
  // What the build defines (admin/vite.config.ts).
  Object.assign(globalThis, { __API_ROOT__: '', __FILES_ROOT__: '', __TEXTS__: 'test' });
}
