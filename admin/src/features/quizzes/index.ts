import { FormOutlined } from '@ant-design/icons';
import { quizzes } from '@contract/quizzes.resource';
import { ARCHIVE_COMMANDS } from '@/crud/archive-commands';
import { commandEffects } from '@/crud/form/change-effects';
import type { ResourceModule } from '@/crud/resource-module';
import { minutesCell, percentCell } from '@/crud/list/unit-cell';

/** All quizzes; each is edited in its training's editor. */
export const quizzesModule: ResourceModule = {
  definition: quizzes,
  route: '/training/quizzes',
  labelKey: 'quizzes.title',
  icon: FormOutlined,
  widths: { training_id: 260, title: 200 },
  cells: {
    pass_mark: percentCell,
    time_limit_minutes: minutesCell,
    pause_minutes: minutesCell,
    grace_minutes: minutesCell,
  },
  rowPage: (row) => `/training/${String(row.training_id)}/quiz`,
  hasEffects: true,
  rowActions: ARCHIVE_COMMANDS.map((command) =>
    command.name === 'archive' ? { ...command, shows: commandEffects('quizzes', 'archive') } : command,
  ),
};
