import { EnvironmentOutlined } from '@ant-design/icons';
import { trainingLocations } from '@contract/training-locations.resource';
import { ARCHIVING } from '@/crud/archiving';
import type { ResourceModule } from '@/crud/module';
import { TRAINING_LISTS } from '@/features/trainings/related';

/** Where classroom sessions are held. */
export const trainingLocationsModule: ResourceModule = {
  definition: trainingLocations,
  route: '/training/locations',
  labelKey: 'training-locations.title',
  icon: EnvironmentOutlined,
  related: TRAINING_LISTS,
  rowActions: ARCHIVING,
};
