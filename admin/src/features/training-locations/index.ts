import { EnvironmentOutlined } from '@ant-design/icons';
import { trainingLocations } from '@contract/training-locations.resource';
import { ARCHIVING } from '@/crud/archiving';
import type { ResourceModule } from '@/crud/module';

/** Where classroom sessions are held. */
export const trainingLocationsModule: ResourceModule = {
  definition: trainingLocations,
  route: '/training/locations',
  labelKey: 'training-locations.title',
  icon: EnvironmentOutlined,
  rowActions: ARCHIVING,
};
