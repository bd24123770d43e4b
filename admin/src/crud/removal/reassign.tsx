import { useState } from 'react';
import { Alert, Button } from 'antd';
import { useInvalidate } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { useSubmit } from '@/components/use-submit';
import { http } from '@/api/http';
import type { ResourceModule, Row } from '../resource-module';
import { ReferenceSelect } from '../form/reference-select';

/** Moves references to another row; the resource's texts explain the effect. */
export function Reassign(props: { module: ResourceModule; row: Row; name: string; onReassigned: () => void }) {
  const { module, row, onReassigned } = props;
  const { name } = module.definition;
  const { t, i18n } = useTranslation();
  const invalidate = useInvalidate();
  const [to, setTo] = useState<string | null>(null);
  const { busy, error, problem, run } = useSubmit();
  const ownLabelKey = `${name}.reassign_to`;
  const hasOwnTexts = i18n.exists(`${name}.reassign`);

  const reassign = () =>
    run(async () => {
      // One call moves a limited number of rows. After an interruption the next attempt continues.
      for (let more = true; more;) {
        const path = `/api/${name}/${encodeURIComponent(row.id)}/reassign`;
        more = (await http.post<{ more: boolean }>(path, { to })).data.more;
      }
      // Moved references may be shown anywhere.
      await invalidate({ invalidates: ['all'] });
      onReassigned();
    });
  return (
    <div className="kit-reassign sg-stack sg-gap-8">
      {problem && <Alert type="error" showIcon role="alert" message={error?.errors.to?.join(' ') ?? problem} />}
      <label htmlFor="reassign-to">{t(i18n.exists(ownLabelKey) ? ownLabelKey : 'kit.delete.reassign_to')}</label>
      <div className="sg-flex sg-gap-8">
        <ReferenceSelect
          id="reassign-to"
          resource={name}
          value={to}
          onChange={(id) => setTo(typeof id === 'string' ? id : null)}
          excludedId={row.id}
          hideArchived
          statuses={module.definition.takes_over}
        />
        <Button type="primary" disabled={!to} loading={busy} onClick={() => void reassign()}>
          {t('kit.delete.reassign')}
        </Button>
      </div>
      {hasOwnTexts && <p className="kit-help">{t(`${name}.reassign`, { name: props.name })}</p>}
    </div>
  );
}
