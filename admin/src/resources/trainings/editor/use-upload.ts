import { useEffect, useRef, useState } from 'react';
import axios from 'axios';
import { useInvalidate } from '@refinedev/core';
import { http } from '@/client/http';

export type UploadState =
  | { readonly step: 'idle' }
  /** Bytes that left this machine, of all. */
  | { readonly step: 'sending'; readonly file: File; readonly sent: number; readonly startedAt: number }
  /** Everything is there; the server reads the video's length. */
  | { readonly step: 'reading'; readonly file: File }
  /** `error` undefined: the user stopped it. */
  | { readonly step: 'stopped'; readonly file: File; readonly sent: number; readonly error: unknown };

/** `PUT /api/trainings/{id}/video` with what the browser says of its progress (an XMLHttpRequest below axios). */
export function useUpload(trainingId: string) {
  const [state, setState] = useState<UploadState>({ step: 'idle' });
  const running = useRef<AbortController | null>(null);
  const invalidate = useInvalidate();
  // Leaving the page stops it: half a video is of no use to the server.
  useEffect(() => () => running.current?.abort(), []);

  async function send(file: File): Promise<void> {
    const control = new AbortController();
    running.current = control;
    let sent = 0;
    const startedAt = Date.now();
    setState({ step: 'sending', file, sent, startedAt });
    const body = new FormData();
    body.append('file', file);
    try {
      await http.put(`/api/trainings/${trainingId}/video`, body, {
        signal: control.signal,
        onUploadProgress: ({ loaded, total }) => {
          // The total has the multipart's own bytes as well.
          sent = total ? Math.min(file.size, (loaded / total) * file.size) : loaded;
          setState(sent >= file.size ? { step: 'reading', file } : { step: 'sending', file, sent, startedAt });
        },
      });
      await invalidate({ resource: 'trainings', invalidates: ['resourceAll'] });
      setState({ step: 'idle' });
    } catch (error) {
      if (control.signal.aborted && !axios.isCancel(error)) return;
      setState({ step: 'stopped', file, sent, error: axios.isCancel(error) ? undefined : error });
    }
  }

  return { state, send, stop: () => running.current?.abort(), forget: () => setState({ step: 'idle' }) };
}
