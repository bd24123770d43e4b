import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { TrainingRow } from '@contract/trainings.resource';

/** `unknown`: it cannot be reached, or not played; the browser does not say which. */
export type PlayProblem = 'offline' | 'unreachable' | 'format' | 'unknown';

/** What people call the codecs, in every language. */
export const CODEC_NAMES: Readonly<Record<NonNullable<TrainingRow['video_codec']>, string>> = {
  avc: 'H.264',
  hevc: 'H.265 (HEVC)',
  vp8: 'VP8',
  vp9: 'VP9',
  av1: 'AV1',
};

/** Browsers' words for content that they cannot play (Chromium, Firefox). Of other servers they tell no status. */
const FORMAT_ERRORS = /DEMUXER|DECODER|NS_ERROR_DOM_MEDIA/;

/** Why a `<video>` with this address does not play. @param error of the element */
export async function findPlayProblem(address: string, error: MediaError | null): Promise<PlayProblem> {
  if (!navigator.onLine) return 'offline';
  if (new URL(address, location.href).origin === location.origin) {
    try {
      // A redirect leads into object storage, of which this page may read nothing.
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

/** Sound without pictures is how Chromium plays a format that it does not know. Call it once metadata are there. */
export const lacksPicture = (element: HTMLVideoElement): boolean =>
  element.readyState >= HTMLMediaElement.HAVE_METADATA && element.videoWidth === 0;

/** @param codec null: not known */
export function PlayProblemAlert(props: {
  problem: PlayProblem;
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
