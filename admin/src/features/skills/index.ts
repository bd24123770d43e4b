import { StarOutlined } from '@ant-design/icons';
import { skills } from '@contract/skills.resource';
import { ARCHIVE_COMMANDS } from '@/crud/archive-commands';
import type { ResourceModule } from '@/crud/resource-module';
import { unitCell } from '@/crud/list/unit-cell';
import { LevelsMeaning } from './levels-meaning';
import { showChecklists, showLevels, showTrainings } from './skill-tabs';

/** Skil Master. */
export const skillsModule: ResourceModule = {
  definition: skills,
  route: '/skil-master',
  labelKey: 'menu.skil_master',
  icon: StarOutlined,
  intro: LevelsMeaning,
  cells: { validity_months: unitCell('trainings.months') },
  rowActions: ARCHIVE_COMMANDS,
  tabs: [
    { name: 'levels', labelKey: 'skills.tabs.levels', render: showLevels },
    { name: 'checklists', labelKey: 'skills.tabs.checklists', roles: ['admin', 'user'], render: showChecklists },
    { name: 'trainings', labelKey: 'skills.tabs.trainings', render: showTrainings },
  ],
};
