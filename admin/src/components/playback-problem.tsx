import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { TrainingRow } from '@contract/trainings.resource';

/** `unknown`: the browser does not tell whether the file is unreachable or cannot be played. */
export type PlaybackProblem = 'offline' | 'unreachable' | 'format' | 'unknown';

/** Codec names, the same in every language. */
export const CODEC_NAMES: Readonly<Record<NonNullable<TrainingRow['video_codec']>, string>> = {
  avc: 'H.264',
  hevc: 'H.265 (HEVC)',
  vp8: 'VP8',
  vp9: 'VP9',
  av1: 'AV1',
};

/** Error messages of Chromium and Firefox for unsupported formats. The status of other origins is not visible. */
const FORMAT_ERRORS = /DEMUXER|DECODER|NS_ERROR_DOM_MEDIA/;

/** Finds out why a `<video>` does not play. @param error the element's `error` */
export async function detectPlaybackProblem(address: string, error: MediaError | null): Promise<PlaybackProblem> {
  if (!navigator.onLine) return 'offline';
  if (new URL(address, location.href).origin === location.origin) {
    try {
      // A redirect leads to object storage of another origin, whose answers this page cannot read.
      const answer = await fetch(address, { headers: { Range: 'bytes=0-0' }, redirect: 'manual' });
      void answer.body?.cancel();
      if (answer.type !== 'opaqueredirect' && !answer.ok) return 'unreachable';
    } catch {
      return 'offline';
    }
  }
  if (error?.code === MediaError.MEDIA_ERR_NETWORK) return 'unreachable';
  if (error?.code === MediaError.MEDIA_ERR_DECODE || FORMAT_ERRORS.test(error?.message ?? '')) return 'format';
  return error?.message ? 'unreachable' : 'unknown';
}

/** Chromium plays only the sound of an unsupported video codec. Call it after `loadedmetadata`. */
export const lacksPicture = (element: HTMLVideoElement): boolean =>
  element.readyState >= HTMLMediaElement.HAVE_METADATA && element.videoWidth === 0;

/** @param codec null if unknown */
export function PlaybackProblemAlert(props: {
  problem: PlaybackProblem;
  codec: TrainingRow['video_codec'];
  retry: () => void;
}) {
  const { problem, codec, retry } = props;
  const { t } = useTranslation();
  const key = problem === 'format' && codec ? 'format_codec' : problem;
  return (
    <Alert
      className="kit-banner"
      type="error"
      showIcon
      role="alert"
      message={t(`kit.play.${key}`, { codec: codec && CODEC_NAMES[codec] })}
      action={
        <Button size="small" onClick={retry}>
          {t('kit.retry')}
        </Button>
      }
    />
  );
}
