import { useState } from 'react';
import { Button } from 'antd';
import { useList, type HttpError } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import type { Row } from '@/kit/module';
import { later } from '@/kit/later';
import { skillEvidenceModule } from '.';

const CommandDialog = later(() => import('@/kit/row-dialogs').then((m) => m.CommandDialog));

const COMMANDS = ['approve', 'reject'] as const;

/** Which of a person's rows wait for the reader; the server knows whom the skill leaves it to. */
export function useDecidable(staffId: string, anyPending: boolean): ReadonlySet<string> {
  const { result } = useList<Row, HttpError>({
    resource: 'skill-evidence',
    filters: [
      { field: 'staff_id', operator: 'eq', value: staffId },
      { field: 'waiting_for', operator: 'eq', value: 'me' },
    ],
    pagination: { currentPage: 1, pageSize: 200 },
    errorNotification: false,
    queryOptions: { retry: false, enabled: anyPending },
  });
  return new Set((anyPending ? (result?.data ?? []) : []).map((row) => row.id));
}

/** The two decisions, beside the row that waits for them. */
export function SignOff({ row }: { row: Row }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState<(typeof COMMANDS)[number] | null>(null);
  const command = skillEvidenceModule.rowActions?.find(({ name }) => name === asking);
  return (
    <span className="evd-sign-off">
      {COMMANDS.map((name) => (
        <Button key={name} size="small" danger={name === 'reject'} onClick={() => setAsking(name)}>
          {t(`skill-evidence.commands.${name}.label`)}
        </Button>
      ))}
      {command && (
        <CommandDialog module={skillEvidenceModule} row={row} command={command} onClose={() => setAsking(null)} />
      )}
    </span>
  );
}
