import { useState } from 'react';
import { Alert, Button, Skeleton } from 'antd';
import { DeleteOutlined } from '@ant-design/icons';
import { useInvalidate, useNotification } from '@refinedev/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { TrainingRow } from '@contract/trainings.resource';
import { http } from '@/client/http';
import { read } from '@/client/read';
import { fileAddress } from '@/client/roots';
import { Facts } from '@/kit/facts';
import { FailedState } from '@/kit/states';
import { WorkPopover } from '@/kit/work-popover';
import { useErrorWords } from '@/kit/words';
import { clockOf } from '../durations';

/** Plays what learners get. Nothing is counted: an admin's link belongs to no assignment. */
export function VideoPreview({ row }: { row: TrainingRow }) {
  const { t } = useTranslation();
  const [broken, setBroken] = useState(false);
  const playable = (row.video_duration_ms ?? 0) > 0;
  const link = useQuery({
    queryKey: ['video-link', row.id, row.content_revision],
    queryFn: () => read(`trainings/${row.id}/video-link`),
    enabled: playable,
    staleTime: Infinity,
  });
  const facts = [
    {
      key: 'provider',
      label: t('trainings.fields.video_provider'),
      children: t(`trainings.choices.video_provider.${row.video_provider}`),
    },
    {
      key: 'length',
      label: t('trainings.media.length'),
      children: (
        <span className="sg-number">
          {playable ? clockOf(row.video_duration_ms ?? 0) : t('trainings.media.unknown')}
        </span>
      ),
    },
    ...(row.source_url
      ? [{ key: 'address', label: t('trainings.fields.source_url'), children: <Address row={row} /> }]
      : []),
  ];
  const src = playable ? link.data && fileAddress(link.data.url) : (row.source_url ?? undefined);
  return (
    <section className="trn-preview sg-stack sg-start sg-gap-8-24">
      {link.isError && <FailedState error={link.error} retry={() => void link.refetch()} />}
      {link.isLoading && <Skeleton.Node active className="trn-video-skeleton" />}
      {src && (
        <video
          className="trn-video"
          src={src}
          controls
          preload="metadata"
          aria-label={t('trainings.media.preview', { title: row.title })}
          onError={() => setBroken(true)}
        />
      )}
      {broken && <Alert type="error" showIcon message={t('trainings.media.unplayable')} />}
      <Facts columns={1} facts={facts} />
      <RemoveVideo row={row} />
    </section>
  );
}

function Address({ row }: { row: TrainingRow }) {
  return (
    <bdi dir="ltr" className="kit-clip">
      {row.source_url}
    </bdi>
  );
}

function RemoveVideo({ row }: { row: TrainingRow }) {
  const { t } = useTranslation();
  const errorWords = useErrorWords();
  const invalidate = useInvalidate();
  const { open: notify } = useNotification();
  const [asking, setAsking] = useState(false);
  async function remove(): Promise<void> {
    setAsking(false);
    try {
      await http.delete(`/api/trainings/${row.id}/video`);
      await invalidate({ resource: 'trainings', invalidates: ['resourceAll'] });
      notify?.({ type: 'success', message: t('trainings.media.removed') });
    } catch (error) {
      notify?.({ type: 'error', message: errorWords(error) });
    }
  }
  return (
    <WorkPopover
      name={t('trainings.media.remove_ask')}
      open={asking}
      setOpen={setAsking}
      content={
        <div className="sg-stack sg-gap-12">
          <p>{t('trainings.media.remove_ask')}</p>
          <div className="sg-row sg-to-end sg-gap-8">
            <Button size="small" onClick={() => setAsking(false)}>
              {t('kit.cancel')}
            </Button>
            <Button size="small" type="primary" danger onClick={() => void remove()}>
              {t('trainings.media.remove')}
            </Button>
          </div>
        </div>
      }
    >
      <Button danger type="text" icon={<DeleteOutlined aria-hidden />} className="trn-remove">
        {t('trainings.media.remove')}
      </Button>
    </WorkPopover>
  );
}
