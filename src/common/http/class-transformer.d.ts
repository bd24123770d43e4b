/** The package ships the types of `cjs/storage` under `types/storage`. */
declare module 'class-transformer/cjs/storage' {
  export { defaultMetadataStorage } from 'class-transformer/types/storage';
}
