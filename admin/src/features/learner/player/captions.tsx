import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { directionOf, LANGUAGE_NAMES } from '@contract/languages';
import { parseCaptions, type Cue } from '@contract/webvtt';
import { fileAddress } from '@/api/env';
import { dataKey } from '@/api/query-keys';
import { useApiQuery } from '@/api/use-api-query';
import { LEARNER } from '../learner-data';
import { positionText } from '../learning';

const OFF = 'off';

interface LoadedCaptions {
  language: string;
  cues: readonly Cue[];
  /** Object URL of the same origin: a `<track>` cannot load from another one. */
  objectUrl: string;
}

/** The captions of a video. A file is loaded when its language is selected. */
export function useCaptions(trainingId: string) {
  const [language, setLanguage] = useState(OFF);
  const captionList = useApiQuery(`trainings/${trainingId}/captions`, {}, { staleTime: 'static' });
  const url = captionList.data?.find((caption) => caption.language === language)?.url ?? null;
  const textQuery = useQuery({
    queryKey: dataKey(LEARNER, 'caption', url),
    enabled: url !== null,
    staleTime: Infinity,
    queryFn: async () => {
      const answer = await fetch(fileAddress(url!));
      if (!answer.ok) throw new Error(String(answer.status));
      return answer.text();
    },
  });
  const [activeCaptions, setActiveCaptions] = useState<LoadedCaptions | null>(null);
  const fileText = textQuery.data;
  useEffect(() => {
    if (fileText === undefined || language === OFF) return setActiveCaptions(null);
    const objectUrl = URL.createObjectURL(new Blob([fileText], { type: 'text/vtt' }));
    const parsed = parseCaptions(fileText);
    setActiveCaptions({ language, objectUrl, cues: 'cues' in parsed ? parsed.cues : [] });
    return () => URL.revokeObjectURL(objectUrl);
  }, [fileText, language]);
  return {
    languages: captionList.data?.map((caption) => caption.language) ?? [],
    language,
    setLanguage,
    activeCaptions,
    hasFailed: textQuery.isError,
  };
}

type Captions = ReturnType<typeof useCaptions>;

/** Render inside the `<video>`. */
export function CaptionTrack({ captions: { activeCaptions } }: { captions: Captions }) {
  const track = useRef<HTMLTrackElement>(null);
  useEffect(() => {
    if (track.current) track.current.track.mode = 'showing';
  }, [activeCaptions]);
  if (!activeCaptions) return null;
  const { language, objectUrl } = activeCaptions;
  return (
    <track
      key={objectUrl}
      ref={track}
      kind="captions"
      src={objectUrl}
      srcLang={language}
      label={LANGUAGE_NAMES[language]}
    />
  );
}

export function CaptionSelect({ captions }: { captions: Captions }) {
  const { t } = useTranslation();
  const { languages, language, setLanguage } = captions;
  if (languages.length === 0) return null;
  return (
    <Select
      aria-label={t('learner.player.captions')}
      value={language}
      onChange={setLanguage}
      popupMatchSelectWidth={false}
      options={[
        { value: OFF, label: t('learner.player.captions_off') },
        ...languages.map((code) => ({ value: code, label: LANGUAGE_NAMES[code] })),
      ]}
    />
  );
}

/** All captions as text. A line seeks to its position. */
export function Transcript({ captions, onSeek }: { captions: Captions; onSeek: (ms: number) => void }) {
  const { t } = useTranslation();
  const { activeCaptions, hasFailed } = captions;
  if (hasFailed) return <p role="status">{t('learner.player.captions_failed')}</p>;
  if (!activeCaptions) return null;
  return (
    <details className="lr-transcript sg-panel">
      <summary>{t('learner.player.transcript')}</summary>
      <ol lang={activeCaptions.language} dir={directionOf(activeCaptions.language)}>
        {activeCaptions.cues.map(({ from_ms, text }, at) => (
          <li key={at}>
            <button type="button" className="sg-press sg-line sg-whole" onClick={() => onSeek(from_ms)}>
              <span className="sg-number sg-soft">{positionText(from_ms)}</span>
              <span className="sg-plain-text">{text}</span>
            </button>
          </li>
        ))}
      </ol>
    </details>
  );
}
