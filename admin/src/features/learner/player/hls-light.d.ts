/** The package has types for its whole only; what stands without subtitles and protection has the same. */
declare module 'hls.js/light' {
  export { default } from 'hls.js';
}
