/** The package has no types for its light build; they equal those of the full build. */
declare module 'hls.js/light' {
  export { default } from 'hls.js';
}
