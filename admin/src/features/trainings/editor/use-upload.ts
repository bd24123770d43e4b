import { useEffect, useRef, useState } from 'react';
import axios from 'axios';
import { useInvalidate } from '@refinedev/core';
import type { UploadResponse } from '@contract/training.responses';
import { http } from '@/api/http';
import { useApiQuery } from '@/api/use-api-query';
import { describeFile, countUploadedBytes, sendParts } from './upload-parts';

export type UploadState =
  | { readonly step: 'idle' }
  /** `sent`: bytes in storage; `startedWith`: those already there at `startedAt`. */
  | {
      readonly step: 'sending';
      readonly file: File;
      readonly sent: number;
      readonly startedAt: number;
      readonly startedWith: number;
    }
  /** All parts are sent; the server inspects the file. */
  | { readonly step: 'reading'; readonly file: File }
  /** `error` undefined: the user stopped it. */
  | {
      readonly step: 'stopped';
      readonly file: File;
      readonly isSameVideo: boolean;
      readonly sent: number;
      readonly error: unknown;
    };

/**
 * Uploads a file in parts to `/api/trainings/{id}/uploads`. The server keeps unfinished uploads; an upload can resume
 * in another tab, after a restart or on another machine with the same file.
 */
export function useUpload(trainingId: string) {
  const [state, setState] = useState<UploadState>({ step: 'idle' });
  const activeController = useRef<AbortController | null>(null);
  const invalidate = useInvalidate();
  const path = `/api/trainings/${trainingId}/uploads`;
  const uploads = useApiQuery(`trainings/${trainingId}/uploads`);
  // Leaving the page stops the upload; the server keeps its parts for a day.
  useEffect(() => () => activeController.current?.abort(), []);

  /** @param isSameVideo the file replaces a video with the same content, so that progress is kept */
  async function send(file: File, isSameVideo = false): Promise<void> {
    const controller = new AbortController();
    const { signal } = controller;
    activeController.current = controller;
    const startedAt = Date.now();
    let [sent, startedWith] = [0, 0];
    const reportProgress = (bytes: number) => {
      sent = bytes;
      setState({ step: 'sending', file, sent, startedAt, startedWith });
    };
    reportProgress(0);
    try {
      const { data: upload } = await http.post<UploadResponse>(path, await describeFile(file), { signal });
      startedWith = countUploadedBytes(upload);
      reportProgress(startedWith);
      await sendParts(path, upload, file, { signal, onProgress: reportProgress });
      setState({ step: 'reading', file });
      const query = isSameVideo ? '?same_video=true' : '';
      await http.post(`${path}/${upload.upload_id}/complete${query}`, {}, { signal });
      await invalidate({ resource: 'trainings', invalidates: ['resourceAll'] });
      setState({ step: 'idle' });
    } catch (error) {
      if (signal.aborted && !axios.isCancel(error)) return;
      setState({ step: 'stopped', file, isSameVideo, sent, error: axios.isCancel(error) ? undefined : error });
    }
    await uploads.refetch();
  }

  async function discard(upload_id: string): Promise<void> {
    await http.delete(`${path}/${upload_id}`);
    await uploads.refetch();
  }

  const unfinished = uploads.data?.[0] ?? null;
  return {
    state,
    send,
    discard,
    unfinished,
    stop: () => activeController.current?.abort(),
    reset: () => setState({ step: 'idle' }),
  };
}
