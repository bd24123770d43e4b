import { useMemo, useState } from 'react';
import { Button } from 'antd';
import { EditOutlined, LeftOutlined, PrinterOutlined, UserAddOutlined } from '@ant-design/icons';
import { useInvalidate, useOne, type HttpError } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import type { TrainingSessionRow } from '@contract/training-sessions.resource';
import { DescriptionList } from '@/crud/show/description-list';
import { formatCount, formatInstant } from '@/components/format';
import { useAccount, useModule } from '@/crud/crud-context';
import { lazyComponent } from '@/components/lazy-component';
import type { ResourceModule, Row } from '@/crud/resource-module';
import { useRowName } from '@/crud/row-names';
import { PageHeader } from '@/components/page-header';
import { usePageTitle } from '@/components/page-title';
import { ResourceList } from '@/crud/list/resource-list';
import { RowMenu, useDirectCommand, useRowRights } from '@/crud/list/row-menu';
import { QueryState, StatePanel } from '@/components/state-panels';
import { statusTone } from '@/components/status';
import { StatusTag } from '@/components/status-tag';
import { toBookingsModule } from './bookings-module';
import { SignatureSheet } from './signature-sheet';

const ResourceForm = lazyComponent(() => import('@/crud/form/resource-form').then((m) => m.ResourceForm));
const CommandDialog = lazyComponent(() => import('@/crud/list/command-dialog').then((m) => m.CommandDialog));

type Session = TrainingSessionRow & Row;

/** Page of one session with its bookings. */
export function SessionPage({ module }: { module: ResourceModule }) {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const { query } = useOne<Session, HttpError>({ resource: 'training-sessions', id, errorNotification: false });
  const row = query.data?.data;
  if (query.isError && query.error.statusCode === 404)
    return (
      <StatePanel
        drawing="search"
        title={t('training-sessions.unknown.title')}
        text={t('training-sessions.unknown.text')}
        action={<Link to="/training/sessions">{t('training-sessions.title')}</Link>}
      />
    );
  if (!row) return <QueryState query={query} rows={10} />;
  return <SessionContent key={row.id} module={module} row={row} />;
}

function SessionContent({ module, row }: { module: ResourceModule; row: Session }) {
  const { t, i18n } = useTranslation();
  const { time_zone } = useAccount();
  const training = useRowName('trainings', row.training_id) ?? '';
  const when = formatInstant(row.starts_at, i18n.language, time_zone);
  const baseModule = useModule('session-bookings');
  const invalidate = useInvalidate();
  const bookings = useMemo(() => {
    if (!baseModule) return undefined;
    const bookingsModule = toBookingsModule(baseModule, 'session');
    const bulkActions = bookingsModule.bulkActions?.map((action) => ({
      ...action,
      // The booked seats and the status of the session change with its bookings.
      run: async (ids: readonly string[]) => {
        await action.run?.(ids);
        void invalidate({ resource: 'training-sessions', invalidates: ['detail'], id: row.id });
      },
    }));
    return { ...bookingsModule, ...(bulkActions && { bulkActions }) };
  }, [baseModule, invalidate, row.id]);
  usePageTitle(training || t('training-sessions.one'));
  return (
    <div>
      <Link to="/training/sessions" className="sg-back">
        <LeftOutlined className="sg-mirror" aria-hidden="true" /> {t('training-sessions.title')}
      </Link>
      <PageHeader
        title={<bdi>{training}</bdi>}
        sentence={
          <span className="sg-row sg-wrap sg-gap-4-16">
            <bdi>{when}</bdi>
            <StatusTag tone={statusTone(row.status) ?? 'neutral'}>
              {t(`training-sessions.choices.status.${row.status}`)}
            </StatusTag>
          </span>
        }
        actions={<SessionActions {...{ module, row }} title={training} when={when} />}
      />
      <section className="sg-card sg-mb-16">
        <SessionDescription row={row} />
      </section>
      <h2 className="sg-mb-8">{t('training-sessions.people')}</h2>
      {bookings && (
        <ResourceList
          embedded
          module={bookings}
          baseFilters={[{ field: 'session_id', operator: 'eq', value: row.id }]}
          emptyState={
            <StatePanel
              drawing="empty"
              title={t('training-sessions.nobody.title')}
              text={t('training-sessions.nobody.text')}
            />
          }
        />
      )}
    </div>
  );
}

function SessionDescription({ row }: { row: Session }) {
  const { t, i18n } = useTranslation();
  const { time_zone } = useAccount();
  const location = useRowName('training-locations', row.training_location_id);
  const trainer = useRowName('staff', row.trainer_id);
  const formatNumber = (value: number) => formatCount(value, i18n.language);
  const field = (name: string, children: React.ReactNode) => ({
    key: name,
    label: t(`training-sessions.fields.${name}`),
    children,
  });
  const seats = row.seats === null ? t('training-sessions.no_limit') : formatNumber(row.seats);
  return (
    <DescriptionList
      items={[
        field('starts_at', formatInstant(row.starts_at, i18n.language, time_zone)),
        field('ends_at', formatInstant(row.ends_at, i18n.language, time_zone)),
        row.online_url
          ? field('online_url', <OnlineLink url={row.online_url} />)
          : field('training_location_id', <bdi>{location ?? '–'}</bdi>),
        field('trainer_id', <bdi>{trainer ?? '–'}</bdi>),
        field('seats', seats),
        field('booked', formatNumber(row.booked)),
        field('waiting', formatNumber(row.waiting ?? 0)),
        ...(row.note ? [field('note', <bdi>{row.note}</bdi>)] : []),
      ]}
    />
  );
}

const OnlineLink = ({ url }: { url: string }) => (
  <a href={url} target="_blank" rel="noreferrer">
    <bdi className="sg-any">{url.replace('https://', '')}</bdi>
  </a>
);

function SessionActions(props: { module: ResourceModule; row: Session; title: string; when: string }) {
  const { module, row, title, when } = props;
  const { t } = useTranslation();
  const rights = useRowRights(module);
  const run = useDirectCommand(module.definition);
  const invalidate = useInvalidate();
  const [open, setOpen] = useState<'edit' | 'book' | 'print' | null>(null);
  const close = () => setOpen(null);
  const bookingsCommand = module.rowActions?.find(({ name }) => name === 'bookings');
  if (!rights.edit) return null;
  return (
    <>
      {bookingsCommand && row.status !== 'cancelled' && (
        <Button type="primary" icon={<UserAddOutlined aria-hidden />} onClick={() => setOpen('book')}>
          {t('training-sessions.commands.bookings.label')}
        </Button>
      )}
      <Button icon={<PrinterOutlined aria-hidden />} onClick={() => setOpen('print')}>
        {t('training-sessions.signatures.print')}
      </Button>
      <Button icon={<EditOutlined aria-hidden />} onClick={() => setOpen('edit')}>
        {t('kit.edit')}
      </Button>
      <RowMenu
        module={{ ...module, rowActions: module.rowActions?.filter((each) => each !== bookingsCommand) ?? [] }}
        {...{ row, run, name: title }}
        rights={{ ...rights, edit: false, remove: false }}
        edit={() => setOpen('edit')}
      />
      {open === 'edit' && <ResourceForm module={module} id={row.id} onClose={close} />}
      {open === 'book' && bookingsCommand && (
        <CommandDialog
          {...{ module, row }}
          command={bookingsCommand}
          onClose={() => {
            close();
            void invalidate({ resource: 'session-bookings', invalidates: ['list'] });
          }}
        />
      )}
      {open === 'print' && <SignatureSheet {...{ row, title, when }} onClose={close} />}
    </>
  );
}
