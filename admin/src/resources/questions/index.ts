import { QuestionCircleOutlined, SyncOutlined } from '@ant-design/icons';
import { EXCHANGE_FORMATS } from '@contract/question-exchange';
import { loadPart, withPart } from '@/client/text-files';
import { ARCHIVING } from '@/kit/archiving';
import { later } from '@/kit/later';
import type { ResourceModule } from '@/kit/module';
import { TRAINING_LISTS } from '../trainings/related';
import { KindInput } from './kind.input';
import { OptionsCell } from './options.cell';
import { questionForms } from './question-definition';

const OptionsInput = later(async () => (await withPart('options', import('./editor/options.input'))).OptionsInput);

const RegradeDialog = later(
  async () => (await withPart('corrections', import('../corrections/regrade-dialog'))).RegradeDialog,
);

const ImportDrawer = later(async () => {
  const [drawer] = await Promise.all([import('./exchange/import-drawer'), loadPart('exchange')]);
  return drawer.ImportDrawer;
});

/** The question bank: what quizzes ask. */
export const questionsModule: ResourceModule = {
  definition: questionForms,
  route: '/training/questions',
  labelKey: 'questions.title',
  icon: QuestionCircleOutlined,
  widths: { kind: 172, text: 340 },
  priorities: { kind: 2, points: 3, tags: 3 },
  related: TRAINING_LISTS,
  cells: { options: OptionsCell },
  inputs: { kind: KindInput, options: OptionsInput },
  visibleWhen: { grading: ({ kind }) => kind === 'multiple' },
  rowActions: [{ name: 'regrade', icon: SyncOutlined, dialog: RegradeDialog }, ...ARCHIVING],
  files: { address: 'questions/export', formats: EXCHANGE_FORMATS },
  importer: ImportDrawer,
};
