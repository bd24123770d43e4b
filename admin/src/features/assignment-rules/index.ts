import { ApartmentOutlined } from '@ant-design/icons';
import { createElement } from 'react';
import { ARCHIVE_COMMANDS } from '@/crud/archive-commands';
import { lazyComponent } from '@/components/lazy-component';
import type { ResourceModule, Row } from '@/crud/resource-module';
import { AppliedCell } from './applied.cell';
import { ruleFormDefinition } from './rule-definition';

const ActiveInput = lazyComponent(() => import('./active.input').then((m) => m.ActiveInput));
const RulePreviewTab = lazyComponent(() => import('./rule-preview').then((m) => m.RulePreviewTab));

const showPreview = (row: Row) => createElement(RulePreviewTab, { row });

/** Assignment rules; the form previews the effect before saving. */
export const assignmentRulesModule: ResourceModule = {
  definition: ruleFormDefinition,
  route: '/assign-training/rules',
  labelKey: 'assignment-rules.title',
  icon: ApartmentOutlined,
  widths: { name: 200, training_id: 260 },
  priorities: { active: 3 },
  cells: { applied_at: AppliedCell },
  inputs: { active: ActiveInput },
  tabs: [{ name: 'preview', labelKey: 'assignment-rules.preview.title', render: showPreview }],
  rowActions: ARCHIVE_COMMANDS,
};
