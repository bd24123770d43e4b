// A setup file of jest: what every browser has and jsdom, the page of component tests, lacks.
if (globalThis.document) {
  const { TextDecoder, TextEncoder } = require('node:util');

  class Observer {
    observe() {}
    unobserve() {}
    disconnect() {}
  }

  /** React Router makes one of every step; nothing is loaded by it. */
  class Request {
    constructor(url, { method = 'GET', signal } = {}) {
      Object.assign(this, { url: String(url), method, signal });
    }
  }

  Object.assign(globalThis, {
    CSS: { escape: (text) => text.replace(/[^\w-]/g, String.raw`\$&`) },
    Request,
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
