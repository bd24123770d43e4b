import { trainings } from '@contract/trainings.resource';
import type { ResourceDefinition } from '@contract/resource';

const { source_url, video_duration_ms } = trainings.fields;

/** Training fields of the forms; URL and length are edited in the Media tab. */
export const trainingFormDefinition: ResourceDefinition = {
  ...trainings,
  fields: {
    ...trainings.fields,
    source_url: { ...source_url, write: 'none' },
    video_duration_ms: { ...video_duration_ms, write: 'none' },
  },
};

/** Only the URL, for a document or a link. */
export const trainingUrlDefinition: ResourceDefinition = {
  ...trainings,
  fields: { source_url: { ...source_url, section: undefined } as typeof source_url },
};
