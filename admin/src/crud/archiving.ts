import { InboxOutlined, UndoOutlined } from '@ant-design/icons';
import type { ResourceModule, Row } from './module';

const isArchived = (row: Row): boolean => row.archived === true || row.status === 'archived';

/** What a resource that is archived offers in its rows; its texts say what that means for it. */
export const ARCHIVING: NonNullable<ResourceModule['rowActions']> = [
  { name: 'archive', icon: InboxOutlined, when: (row) => !isArchived(row) },
  { name: 'unarchive', icon: UndoOutlined, when: isArchived, direct: true },
];
