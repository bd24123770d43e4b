import { QuestionCircleOutlined, SyncOutlined } from '@ant-design/icons';
import { EXCHANGE_FORMATS } from '@contract/question-exchange';
import { ARCHIVE_COMMANDS } from '@/crud/archive-commands';
import { lazyComponent } from '@/components/lazy-component';
import type { ResourceModule } from '@/crud/resource-module';
import { KindInput } from './kind.input';
import { OptionsCell } from './options.cell';
import { questionFormDefinition } from './question-definition';

const OptionsInput = lazyComponent(() => import('./editor/options.input').then((m) => m.OptionsInput));

const RegradeDialog = lazyComponent(() => import('@/features/corrections/regrade-dialog').then((m) => m.RegradeDialog));

const ImportDrawer = lazyComponent(() =>
  import('./exchange/question-import-drawer').then((m) => m.QuestionImportDrawer),
);

export const questionsModule: ResourceModule = {
  definition: questionFormDefinition,
  route: '/training/questions',
  labelKey: 'questions.title',
  icon: QuestionCircleOutlined,
  widths: { kind: 172, text: 340 },
  priorities: { kind: 2, points: 3, tags: 3 },
  cells: { options: OptionsCell },
  inputs: { kind: KindInput, options: OptionsInput },
  visibleWhen: { grading: ({ kind }) => kind === 'multiple' },
  rowActions: [{ name: 'regrade', icon: SyncOutlined, dialog: RegradeDialog }, ...ARCHIVE_COMMANDS],
  files: { address: 'questions/export', formats: EXCHANGE_FORMATS },
  importer: ImportDrawer,
};
