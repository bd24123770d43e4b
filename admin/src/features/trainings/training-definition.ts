import { trainings } from '@contract/trainings.resource';
import type { ResourceDefinition } from '@contract/resource';

const { source_url, video_duration_ms } = trainings.fields;

/** The training as its forms see it: what is played or read is set under Media, where it can be tried at once. */
export const trainingForms: ResourceDefinition = {
  ...trainings,
  fields: {
    ...trainings.fields,
    source_url: { ...source_url, write: 'none' },
    video_duration_ms: { ...video_duration_ms, write: 'none' },
  },
};

/** Only the address, for a document or a link. */
export const trainingAddress: ResourceDefinition = {
  ...trainings,
  fields: { source_url: { ...source_url, section: undefined } as typeof source_url },
};
