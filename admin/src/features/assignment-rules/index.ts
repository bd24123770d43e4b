import { ApartmentOutlined } from '@ant-design/icons';
import { createElement } from 'react';
import { ARCHIVING } from '@/crud/archiving';
import { later } from '@/components/later';
import type { ResourceModule, Row } from '@/crud/module';
import { AppliedCell } from './applied.cell';
import { ruleForms } from './rule-definition';

const ActiveInput = later(() => import('./active.input').then((m) => m.ActiveInput));
const RuleTab = later(() => import('./rule-preview').then((m) => m.RuleTab));

const showPreview = (row: Row) => createElement(RuleTab, { row });

/** Who is assigned what by rule; before it is saved the form says what it would change. */
export const assignmentRulesModule: ResourceModule = {
  definition: ruleForms,
  route: '/assign-training/rules',
  labelKey: 'assignment-rules.title',
  icon: ApartmentOutlined,
  widths: { name: 200, training_id: 260 },
  priorities: { active: 3 },
  cells: { applied_at: AppliedCell },
  inputs: { active: ActiveInput },
  tabs: [{ name: 'preview', labelKey: 'assignment-rules.preview.title', render: showPreview }],
  rowActions: ARCHIVING,
};
