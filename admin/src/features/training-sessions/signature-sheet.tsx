import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { useNotification } from '@refinedev/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { SessionBookingRow } from '@contract/session-bookings.resource';
import type { StaffRow } from '@contract/staff.resource';
import type { TrainingSessionRow } from '@contract/training-sessions.resource';
import { dataProvider, matchingRows } from '@/api/data';
import { portions } from '@/api/list-dialect-query';
import { dataKey } from '@/api/query-keys';
import { inOrder } from '@/components/format';
import { useRowName } from '@/crud/names';
import { SheetHead } from '@/report-kit/table/sheet-head';
import { useErrorWords } from '@/components/words';
import '@/report-kit/table/sheet.css';
import './signatures.css';

/** People in one question. */
const IDS = 100;
const SEATED = ['booked', 'attended', 'absent'];

/** Whoever has a seat, by name. */
async function seated(session_id: string, language: string): Promise<StaffRow[]> {
  const filters = [
    { field: 'session_id', operator: 'eq' as const, value: session_id },
    { field: 'state', operator: 'in' as const, value: SEATED },
  ];
  const { rows } = await matchingRows<SessionBookingRow>('session-bookings', filters, [], Infinity);
  const people: StaffRow[] = [];
  for (const some of portions(
    rows.map((row) => row.staff_id),
    IDS,
  )) {
    const { data } = await dataProvider.getMany!({ resource: 'staff', ids: [...some] });
    people.push(...(data as unknown as StaffRow[]));
  }
  const compare = inOrder(language);
  return people.sort((a, b) => compare(a.last_name, b.last_name) || compare(a.first_name, b.first_name));
}

/** A sheet of paper with a line for each to sign; printed as soon as everybody is known. */
export function SignatureSheet(props: { row: TrainingSessionRow; title: string; when: string; onClose: () => void }) {
  const { row, title, when, onClose } = props;
  const { t, i18n } = useTranslation();
  const { open } = useNotification();
  const errorWords = useErrorWords();
  const location = useRowName('training-locations', row.training_location_id);
  const { data, error } = useQuery({
    queryKey: dataKey('session-bookings', 'signatures', row.session_id, i18n.language),
    queryFn: () => seated(row.session_id, i18n.language),
    staleTime: 0,
    gcTime: 0,
  });
  const isReady = data !== undefined && (row.training_location_id === null || location !== undefined);
  useEffect(() => {
    if (!isReady) return undefined;
    window.addEventListener('afterprint', onClose);
    // Once it is drawn.
    const turn = requestAnimationFrame(() => window.print());
    return () => {
      cancelAnimationFrame(turn);
      window.removeEventListener('afterprint', onClose);
    };
  }, [isReady, onClose]);
  useEffect(() => {
    if (!error) return;
    open?.({ type: 'error', message: errorWords(error) });
    onClose();
  }, [error, errorWords, onClose, open]);
  if (!isReady) return null;
  return createPortal(
    <div className="rep-sheet ses-signatures">
      <SheetHead title={title} asked={[when, ...(location ? [location] : [])]} />
      <table className="rep-sheet-rows">
        <thead>
          <tr>
            <th scope="col">{t('training-sessions.signatures.number')}</th>
            <th scope="col">{t('training-sessions.signatures.name')}</th>
            <th scope="col">{t('training-sessions.signatures.code')}</th>
            <th scope="col" className="ses-sign">
              {t('training-sessions.signatures.signature')}
            </th>
          </tr>
        </thead>
        <tbody>
          {data.map((person, at) => (
            <tr key={person.staff_id}>
              <td>{at + 1}</td>
              <td>
                <bdi>{[person.last_name, person.first_name].filter(Boolean).join(', ')}</bdi>
              </td>
              <td>
                <bdi>{person.staff_code}</bdi>
              </td>
              <td />
            </tr>
          ))}
        </tbody>
      </table>
      <p className="ses-trainer">{t('training-sessions.signatures.trainer')}</p>
    </div>,
    document.body,
  );
}
