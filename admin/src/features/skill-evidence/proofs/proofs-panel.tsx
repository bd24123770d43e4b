import { useState } from 'react';
import { Alert, Button, Upload } from 'antd';
import { DeleteOutlined, FilePdfOutlined, UploadOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { useNotification } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { useSubmit } from '@/components/use-submit';
import { PROOF_BYTES_MAX, PROOFS_MAX, type ProofsAnswer } from '@contract/proof-answers';
import { http } from '@/api/http';
import { fileAddress } from '@/api/roots';
import { apiKey } from '@/api/query-keys';
import { useApiQuery } from '@/api/use-api-query';
import { formatCount, formatInstant, joined, MEGABYTE } from '@/components/format';
import { useMe } from '@/crud/kit-context';
import { QueryState, StatePanel } from '@/components/states';
import { WorkPopover } from '@/components/work-popover';
import './proofs.css';

type Proof = ProofsAnswer['proofs'][number];
/** Before the links of the list end. */
const ANEW_MS = 30 * 60_000;

/** What proves a piece of evidence: pictures as they are, other files by their names. */
export function ProofsPanel({ id }: { id: string }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { open: notify } = useNotification();
  const { busy, problem, run } = useSubmit();
  const address = `skill-evidence/${id}/proofs` as const;
  const given = useApiQuery(address, {}, { staleTime: ANEW_MS, refetchInterval: ANEW_MS });
  const path = `/api/${address}`;

  const doing = (work: () => Promise<{ data: ProofsAnswer }>, done: string) =>
    run(async () => {
      queries.setQueryData(apiKey(address), (await work()).data);
      notify?.({ type: 'success', message: done });
    });
  const send = (file: File) => {
    const body = new FormData();
    body.append('file', file, file.name);
    void doing(() => http.post<ProofsAnswer>(path, body), t('proofs.added'));
  };
  const remove = ({ proof_id }: Proof) =>
    void doing(() => http.delete<ProofsAnswer>(`${path}/${proof_id}`), t('proofs.removed'));

  if (!given.data) return <QueryState query={given} rows={4} />;
  const { proofs, may_add } = given.data;
  return (
    <section className="sg-stack sg-gap-16" aria-label={t('proofs.title')}>
      {proofs.length === 0 && (
        <StatePanel drawing="empty" title={t('proofs.none')} text={t(may_add ? 'proofs.lead' : 'proofs.closed')} />
      )}
      {proofs.length > 0 && (
        <ul className="prf-files">
          {proofs.map((proof) => (
            <ProofFile key={proof.proof_id} proof={proof} busy={busy} remove={() => remove(proof)} />
          ))}
        </ul>
      )}
      {may_add && proofs.length < PROOFS_MAX && (
        <div className="sg-stack sg-gap-8">
          <Upload
            accept="image/jpeg,image/png,application/pdf"
            showUploadList={false}
            beforeUpload={(file) => {
              send(file);
              return false;
            }}
          >
            <Button icon={<UploadOutlined aria-hidden />} loading={busy}>
              {t('proofs.add')}
            </Button>
          </Upload>
          <p className="sg-small sg-soft">
            {t('proofs.rules', { megabytes: PROOF_BYTES_MAX / MEGABYTE, files: PROOFS_MAX })}
          </p>
        </div>
      )}
      {problem && <Alert type="error" showIcon role="alert" message={problem} />}
    </section>
  );
}

function ProofFile({ proof, busy, remove }: { proof: Proof; busy: boolean; remove: () => void }) {
  const { t, i18n } = useTranslation();
  const { time_zone } = useMe();
  const { name, format, url } = proof;
  const kilobytes = formatCount(Math.max(1, Math.round(proof.bytes / 1000)), i18n.language);
  const at = formatInstant(proof.added_at, i18n.language, time_zone);
  return (
    <li>
      <a
        href={url === null ? undefined : fileAddress(url)}
        target="_blank"
        rel="noreferrer"
        aria-label={t('proofs.open', { name })}
      >
        {format === 'pdf' || url === null ? (
          <FilePdfOutlined aria-hidden />
        ) : (
          <img src={fileAddress(url)} alt="" loading="lazy" />
        )}
      </a>
      <span className="sg-stack sg-grow">
        <bdi className="sg-any">{name}</bdi>
        <span className="sg-small sg-soft">{joined([t('proofs.size', { kilobytes }), at], i18n.language)}</span>
      </span>
      {proof.may_remove && <RemoveProof name={name} busy={busy} remove={remove} />}
    </li>
  );
}

/** Its file is gone for good, so it is asked first. */
function RemoveProof({ name, busy, remove }: { name: string; busy: boolean; remove: () => void }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const ask = t('proofs.ask', { name });
  return (
    <WorkPopover
      name={ask}
      open={asking}
      setOpen={setAsking}
      content={
        <div className="sg-stack sg-gap-12">
          <p>{ask}</p>
          <div className="sg-row sg-to-end sg-gap-8">
            <Button size="small" onClick={() => setAsking(false)}>
              {t('kit.cancel')}
            </Button>
            <Button
              size="small"
              type="primary"
              danger
              onClick={() => {
                setAsking(false);
                remove();
              }}
            >
              {t('proofs.remove')}
            </Button>
          </div>
        </div>
      }
    >
      <Button
        danger
        type="text"
        icon={<DeleteOutlined aria-hidden />}
        disabled={busy}
        aria-label={t('proofs.remove_one', { name })}
        title={t('proofs.remove_one', { name })}
      />
    </WorkPopover>
  );
}
