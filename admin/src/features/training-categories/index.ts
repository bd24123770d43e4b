import { ApartmentOutlined } from '@ant-design/icons';
import { trainingCategories } from '@contract/training-categories.resource';
import { ARCHIVING } from '@/crud/archiving';
import type { ResourceModule } from '@/crud/module';
import { CategoryNameCell } from './category-name.cell';

/** Training Category: the shelves of the library. */
export const trainingCategoriesModule: ResourceModule = {
  definition: trainingCategories,
  route: '/category',
  labelKey: 'menu.category',
  icon: ApartmentOutlined,
  cells: { name: CategoryNameCell },
  rowActions: ARCHIVING,
};
