import { EnvironmentOutlined } from '@ant-design/icons';
import { trainingLocations } from '@contract/training-locations.resource';
import { ARCHIVE_COMMANDS } from '@/crud/archive-commands';
import type { ResourceModule } from '@/crud/resource-module';

/** Locations of classroom sessions. */
export const trainingLocationsModule: ResourceModule = {
  definition: trainingLocations,
  route: '/training/locations',
  labelKey: 'training-locations.title',
  icon: EnvironmentOutlined,
  rowActions: ARCHIVE_COMMANDS,
};
