// Jest setup file: browser APIs that jsdom lacks.
if (globalThis.document) {
  const { TextDecoder, TextEncoder } = require('node:util');

  class Observer {
    observe() {}
    unobserve() {}
    disconnect() {}
  }

  /** React Router creates one per navigation; nothing is fetched with it. */
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
    // jsdom does not implement scrolling.
    scrollTo() {},
  });
  // Constants that the build defines (admin/vite.config.ts).
  Object.assign(globalThis, { __API_ROOT__: '', __FILES_ROOT__: '', __TEXTS__: 'test' });
}
