/** The package types this file elsewhere (`types/`) than where it stands (`cjs/`). */
declare module 'class-transformer/cjs/storage' {
  export { defaultMetadataStorage } from 'class-transformer/types/storage';
}
