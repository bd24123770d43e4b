import { QuestionCircleOutlined, SyncOutlined } from '@ant-design/icons';
import { EXCHANGE_FORMATS } from '@contract/question-exchange';
import { ARCHIVING } from '@/crud/archiving';
import { later } from '@/components/later';
import type { ResourceModule } from '@/crud/module';
import { KindInput } from './kind.input';
import { OptionsCell } from './options.cell';
import { questionForms } from './question-definition';

const OptionsInput = later(() => import('./editor/options.input').then((m) => m.OptionsInput));

const RegradeDialog = later(() => import('@/features/corrections/regrade-dialog').then((m) => m.RegradeDialog));

const ImportDrawer = later(() => import('./exchange/import-drawer').then((m) => m.ImportDrawer));

/** The question bank: what quizzes ask. */
export const questionsModule: ResourceModule = {
  definition: questionForms,
  route: '/training/questions',
  labelKey: 'questions.title',
  icon: QuestionCircleOutlined,
  widths: { kind: 172, text: 340 },
  priorities: { kind: 2, points: 3, tags: 3 },
  cells: { options: OptionsCell },
  inputs: { kind: KindInput, options: OptionsInput },
  visibleWhen: { grading: ({ kind }) => kind === 'multiple' },
  rowActions: [{ name: 'regrade', icon: SyncOutlined, dialog: RegradeDialog }, ...ARCHIVING],
  files: { address: 'questions/export', formats: EXCHANGE_FORMATS },
  importer: ImportDrawer,
};
