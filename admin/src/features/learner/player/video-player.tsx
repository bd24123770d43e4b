import { Alert, Button, Flex, Select, Skeleton } from 'antd';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { VideoLinkResponse } from '@contract/training.responses';
import { formatCount } from '@/components/format';
import { lacksPicture, PlaybackProblemAlert } from '@/components/playback-problem';
import { FailedState } from '@/components/state-panels';
import { percentText } from '../learner-texts';
import { positionText } from '../learning';
import { CaptionSelect, CaptionTrack, Transcript, useCaptions } from './captions';
import { useRecovery } from './use-recovery';
import { useVideoSource } from './use-video-source';
import { MAX_SPEED, useWatchProgress } from './use-watch-progress';
import { firstGap, type WatchedRange } from './watched-ranges';
import './player.css';

const SPEEDS = [0.75, 1, 1.25, 1.5, 1.75, MAX_SPEED];
/** Positions this close to the start or end are not offered to resume. */
const RESUME_MARGIN_MS = 3000;

/** The video with its watched ranges below. Completion is decided by the server. */
export function VideoPlayer(props: { trainingId: string; staffId: string; title: string; onCompleted: () => void }) {
  const { t, i18n } = useTranslation();
  const { video, position, link, error, loadLink, progress, ranges, sendState, isReplaced, events } = useWatchProgress(
    props.trainingId,
    props.staffId,
    props.onCompleted,
  );
  const captions = useCaptions(props.trainingId);
  const [asksResume, setAsksResume] = useState(true);
  const recovery = useRecovery(video, link, loadLink);
  /** The viewer's choice: a failed element reports that it is paused. */
  const isPlaying = useRef(false);
  // Links expire while the page is open. A new one is loaded and the video resumes.
  const handleError = () => {
    const element = video.current;
    // A pending seek wins over the last counted position.
    const ms = element?.seeking ? element.currentTime * 1000 : position.current;
    recovery.handleFailure({ ms, isPlaying: isPlaying.current }, source.fallBack());
  };
  const source = useVideoSource(video, link, handleError);
  const canResume =
    link !== null && link.position_ms > RESUME_MARGIN_MS && link.position_ms < link.duration_ms - RESUME_MARGIN_MS;

  if (error && !link) return <FailedState error={error} retry={() => void loadLink()} />;
  if (!link) return <Skeleton.Node active className="lr-video-wait" />;

  const playFrom = (ms: number) => {
    // Synchronous: a video without controls takes no focus, and the focused button disappears.
    flushSync(() => setAsksResume(false));
    const element = video.current;
    if (!element) return;
    recovery.seek(ms, true);
    element.focus();
    void element.play().catch(() => undefined);
  };
  const threshold = percentText(link.threshold, i18n.language);
  // Includes ranges not confirmed yet. The server decides whether the threshold is reached.
  const playedMs = ranges.reduce((sum, [from, to]) => sum + to - from, 0);
  const share = Math.max(progress.share, Math.min(100, (playedMs * 100) / link.duration_ms));
  const watchedText = (
    <strong className="sg-number">
      <WatchedText share={share} done={progress.completed_at !== null} />
    </strong>
  );
  return (
    <Flex component="section" className="lr-player" vertical gap={12} aria-label={t('learner.player.label')}>
      <div className="lr-stage">
        <video
          ref={video}
          src={source.src}
          controls={!(asksResume && canResume)}
          controlsList="nodownload"
          playsInline
          preload="metadata"
          aria-label={props.title}
          onError={handleError}
          onLoadedMetadata={({ currentTarget }) => recovery.handleLoaded(currentTarget)}
          {...events}
          onSeeking={(event) => {
            recovery.handleSeeking(event.currentTarget);
            events.onSeeking(event);
          }}
          onPlay={(event) => {
            // A video without a picture does not count as watched.
            if (link.codec !== null && lacksPicture(event.currentTarget)) return event.currentTarget.pause();
            isPlaying.current = true;
            events.onPlay(event);
          }}
          onPlaying={(event) => {
            recovery.handlePlaying();
            setAsksResume(false);
            events.onPlaying(event);
          }}
          onPause={(event) => {
            isPlaying.current = false;
            events.onPause(event);
          }}
        >
          <CaptionTrack captions={captions} />
        </video>
        {asksResume && canResume && (
          <Flex className="lr-resume" wrap justify="center" gap={12} role="group" aria-labelledby="resume">
            <strong id="resume">{t('learner.player.resume', { at: positionText(link.position_ms) })}</strong>
            <Button type="primary" size="large" onClick={() => playFrom(link.position_ms)}>
              {t('learner.player.go_on')}
            </Button>
            <Button size="large" ghost onClick={() => playFrom(0)}>
              {t('learner.player.anew')}
            </Button>
          </Flex>
        )}
      </div>
      {isReplaced && <Alert className="kit-banner" type="info" showIcon message={t('learner.player.replaced')} />}
      {recovery.problem && (
        <PlaybackProblemAlert problem={recovery.problem} codec={link.codec} retry={recovery.retry} />
      )}
      <WatchedTimeline
        ranges={ranges}
        share={share}
        threshold={threshold}
        durationMs={link.duration_ms}
        video={video}
      />
      <Flex wrap justify="space-between" align="center" gap="12px 16px">
        <div className="lr-watch-text">
          {/* Announced once, at completion. The meter exposes the current share at any time. */}
          <span role="status">{progress.completed_at && watchedText}</span>
          {!progress.completed_at && (
            <>
              {watchedText} <span className="sg-soft">{t('learner.player.needed', { threshold })}</span>
            </>
          )}
        </div>
        <Flex wrap gap={8}>
          <GapButton ranges={progress.ranges} link={link} done={progress.completed_at !== null} onSeek={playFrom} />
          <CaptionSelect captions={captions} />
          <SpeedSelect video={video} />
        </Flex>
      </Flex>
      <Transcript captions={captions} onSeek={playFrom} />
      <p className={sendState === 'calm' ? 'sg-visually-hidden' : 'sg-warning'} role="status">
        {sendState !== 'calm' && t(`learner.player.beat_${sendState}`)}
      </p>
    </Flex>
  );
}

function WatchedText({ share, done }: { share: number; done: boolean }) {
  const { t, i18n } = useTranslation();
  // Rounded down: 89.6 has not reached 90.
  const percent = percentText(Math.floor(share), i18n.language);
  return <>{done ? t('learner.player.enough', { share: percent }) : t('learner.video.share', { share: percent })}</>;
}

/** Watched ranges along the video. Left to right in every language, like the player. */
function WatchedTimeline(props: {
  ranges: readonly WatchedRange[];
  share: number;
  /** Text from `percentText`. */
  threshold: string;
  durationMs: number;
  video: RefObject<HTMLVideoElement | null>;
}) {
  const { ranges, share, threshold, durationMs, video } = props;
  const { t, i18n } = useTranslation();
  const head = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    const updateHead = () => {
      if (head.current) head.current.style.left = `${Math.min(100, (element.currentTime * 100_000) / durationMs)}%`;
    };
    element.addEventListener('timeupdate', updateHead);
    return () => element.removeEventListener('timeupdate', updateHead);
  }, [video, durationMs]);
  const toPercent = (ms: number) => `${(ms * 100) / durationMs}%`;
  return (
    <Flex vertical gap={4} className="sg-14">
      <span className="sg-soft" aria-hidden="true">
        {t('learner.player.parts')}
      </span>
      <div
        className="lr-strip"
        dir="ltr"
        role="meter"
        aria-label={t('learner.video.meter')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.floor(share)}
        aria-valuetext={t('learner.video.meter_value', {
          share: percentText(Math.floor(share), i18n.language),
          threshold,
        })}
      >
        {ranges.map(([from, to]) => (
          <span
            key={from}
            className="lr-strip-part"
            style={{ insetInlineStart: toPercent(from), inlineSize: toPercent(to - from) }}
          />
        ))}
        <span ref={head} className="lr-strip-head" />
      </div>
      <div className="lr-strip-ends sg-flex sg-between sg-number sg-small sg-soft" dir="ltr" aria-hidden="true">
        <span>{positionText(0)}</span>
        <span>{positionText(durationMs)}</span>
      </div>
    </Flex>
  );
}

/** Jumps to the first skipped part. */
function GapButton(props: {
  ranges: readonly WatchedRange[];
  link: VideoLinkResponse;
  done: boolean;
  onSeek: (ms: number) => void;
}) {
  const { t } = useTranslation();
  const { ranges, link, done, onSeek } = props;
  const gap = firstGap(ranges, link.duration_ms);
  const last = ranges.at(-1);
  // Nothing was skipped: the gap is only the rest of the video.
  if (done || !gap || !last || gap[0] >= last[1]) return null;
  return <Button onClick={() => onSeek(gap[0])}>{t('learner.player.gap', { at: positionText(gap[0]) })}</Button>;
}

function SpeedSelect({ video }: { video: RefObject<HTMLVideoElement | null> }) {
  const { t, i18n } = useTranslation();
  const [speed, setSpeed] = useState(1);
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    const handleRateChange = () => setSpeed(Math.min(MAX_SPEED, element.playbackRate));
    element.addEventListener('ratechange', handleRateChange);
    return () => element.removeEventListener('ratechange', handleRateChange);
  }, [video]);
  const handleChange = (rate: number) => {
    setSpeed(rate);
    if (video.current) video.current.defaultPlaybackRate = video.current.playbackRate = rate;
  };
  return (
    <Select<number>
      aria-label={t('learner.player.speed')}
      value={speed}
      onChange={handleChange}
      popupMatchSelectWidth={false}
      options={[...new Set([...SPEEDS, speed])]
        .sort((a, b) => a - b)
        .map((rate) => ({ value: rate, label: t('learner.player.times', { rate: formatCount(rate, i18n.language) }) }))}
    />
  );
}
