import type { StoredFiles } from '../infrastructure/backup/snapshot';
import { storedProofs } from '../modules/assessments/stored-files';
import { storedCertificateImages } from '../modules/certificates/stored-files';
import { storedResultFiles } from '../modules/background-jobs/stored-files';
import { storedCaptions, storedDocuments, storedStreams, storedVideos } from '../modules/trainings/stored-files';

/** All kinds of stored files that rows refer to; included in backups and moves. */
export const storedFiles: readonly StoredFiles[] = [
  storedVideos,
  storedStreams,
  storedCaptions,
  storedDocuments,
  storedProofs,
  storedResultFiles,
  ...storedCertificateImages,
];
