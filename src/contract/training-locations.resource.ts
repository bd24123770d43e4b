import { uniqueCode, id, archiveStatus, text, uniqueName, integer } from './fields';
import { resource } from './resource';

/** Where classroom sessions are held. */
export const trainingLocations = resource({
  name: 'training-locations',
  id: 'training_location_id',
  title: ['name'],
  default_sort: [['name', 'asc']],
  read: ['platform', 'admin', 'user', 'api_key'],
  write: ['admin'],
  remove: 'delete',
  archives: true,
  imported_by: ['code'],
  searched_by_words: true,
  fields: {
    training_location_id: id(),
    code: uniqueCode({ example: 'HALL-2' }),
    name: uniqueName(100, { example: 'Training hall 2' }),
    address: text({ max: 300, sort: false, list: 'shown', search: true, example: 'Am Kai 4, 20457 Hamburg' }),
    seats: integer({ min: 1, max: 10_000, list: 'shown', example: 16 }),
    status: archiveStatus(),
  },
});
