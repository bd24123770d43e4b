import { useState } from 'react';
import { Alert, Button, Upload } from 'antd';
import { DeleteOutlined, FilePdfOutlined, UploadOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { useNotification } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { useSubmit } from '@/components/use-submit';
import { PROOF_BYTES_MAX, PROOFS_MAX, type ProofsResponse } from '@contract/proof.responses';
import { http } from '@/api/http';
import { fileAddress } from '@/api/env';
import { apiKey } from '@/api/query-keys';
import { useApiQuery } from '@/api/use-api-query';
import { formatCount, formatInstant, joinParts, MEGABYTE } from '@/components/format';
import { useAccount } from '@/crud/crud-context';
import { QueryState, StatePanel } from '@/components/state-panels';
import { PopoverDialog } from '@/components/popover-dialog';
import './proofs.css';

type Proof = ProofsResponse['proofs'][number];
/** Shorter than the lifetime of the file links. */
const REFRESH_MS = 30 * 60_000;

/** The proof files of a piece of evidence: images as thumbnails, other files by name. */
export function ProofsPanel({ id }: { id: string }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const { open: notify } = useNotification();
  const { busy, problem, run } = useSubmit();
  const resourcePath = `skill-evidence/${id}/proofs` as const;
  const proofsQuery = useApiQuery(resourcePath, {}, { staleTime: REFRESH_MS, refetchInterval: REFRESH_MS });
  const path = `/api/${resourcePath}`;

  const submit = (work: () => Promise<{ data: ProofsResponse }>, successMessage: string) =>
    run(async () => {
      queryClient.setQueryData(apiKey(resourcePath), (await work()).data);
      notify?.({ type: 'success', message: successMessage });
    });
  const uploadFile = (file: File) => {
    const body = new FormData();
    body.append('file', file, file.name);
    void submit(() => http.post<ProofsResponse>(path, body), t('proofs.added'));
  };
  const removeProof = ({ proof_id }: Proof) =>
    void submit(() => http.delete<ProofsResponse>(`${path}/${proof_id}`), t('proofs.removed'));

  if (!proofsQuery.data) return <QueryState query={proofsQuery} rows={4} />;
  const { proofs, may_add } = proofsQuery.data;
  return (
    <section className="sg-stack sg-gap-16" aria-label={t('proofs.title')}>
      {proofs.length === 0 && (
        <StatePanel drawing="empty" title={t('proofs.none')} text={t(may_add ? 'proofs.lead' : 'proofs.closed')} />
      )}
      {proofs.length > 0 && (
        <ul className="prf-files">
          {proofs.map((proof) => (
            <ProofFile key={proof.proof_id} proof={proof} busy={busy} remove={() => removeProof(proof)} />
          ))}
        </ul>
      )}
      {may_add && proofs.length < PROOFS_MAX && (
        <div className="sg-stack sg-gap-8">
          <Upload
            accept="image/jpeg,image/png,application/pdf"
            showUploadList={false}
            beforeUpload={(file) => {
              uploadFile(file);
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
  const { time_zone } = useAccount();
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
        <span className="sg-small sg-soft">{joinParts([t('proofs.size', { kilobytes }), at], i18n.language)}</span>
      </span>
      {proof.may_remove && <RemoveProof name={name} busy={busy} remove={remove} />}
    </li>
  );
}

/** Deletion is final, so it asks for confirmation. */
function RemoveProof({ name, busy, remove }: { name: string; busy: boolean; remove: () => void }) {
  const { t } = useTranslation();
  const [isConfirming, setIsConfirming] = useState(false);
  const question = t('proofs.ask', { name });
  return (
    <PopoverDialog
      name={question}
      open={isConfirming}
      setOpen={setIsConfirming}
      content={
        <div className="sg-stack sg-gap-12">
          <p>{question}</p>
          <div className="sg-row sg-to-end sg-gap-8">
            <Button size="small" onClick={() => setIsConfirming(false)}>
              {t('kit.cancel')}
            </Button>
            <Button
              size="small"
              type="primary"
              danger
              onClick={() => {
                setIsConfirming(false);
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
    </PopoverDialog>
  );
}
