import { InboxOutlined, UndoOutlined } from '@ant-design/icons';
import type { ResourceModule, Row } from './resource-module';

const isArchived = (row: Row): boolean => row.archived === true || row.status === 'archived';

/** Row commands of a resource that can be archived; the resource's texts explain the effect. */
export const ARCHIVE_COMMANDS: NonNullable<ResourceModule['rowActions']> = [
  { name: 'archive', icon: InboxOutlined, when: (row) => !isArchived(row) },
  { name: 'unarchive', icon: UndoOutlined, when: isArchived, direct: true },
];
