import type { KeptFiles } from './platform/backup/snapshot';
import { keptProofs } from './assessments/kept-files';
import { keptPictures } from './certificates/kept-files';
import { keptResults } from './tenancy/jobs/kept-files';
import { keptCaptions, keptDocuments, keptStreams, keptVideos } from './trainings/kept-files';

/** Every kind of file that a row tells of: what a backup holds beside the database, and what is moved with it. */
export const keptFiles: readonly KeptFiles[] = [
  keptVideos,
  keptStreams,
  keptCaptions,
  keptDocuments,
  keptProofs,
  keptResults,
  ...keptPictures,
];
