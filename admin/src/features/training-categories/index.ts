import { ApartmentOutlined } from '@ant-design/icons';
import { trainingCategories } from '@contract/training-categories.resource';
import { ARCHIVE_COMMANDS } from '@/crud/archive-commands';
import type { ResourceModule } from '@/crud/resource-module';
import { CategoryNameCell } from './category-name.cell';

/** Training Category. */
export const trainingCategoriesModule: ResourceModule = {
  definition: trainingCategories,
  route: '/category',
  labelKey: 'menu.category',
  icon: ApartmentOutlined,
  cells: { name: CategoryNameCell },
  rowActions: ARCHIVE_COMMANDS,
};
