#!/usr/bin/env bash
# Draws the two clips of the demo plant into src/seed/clips. Everything in them is made here: no stock, no licence.
# Needs ffmpeg with librsvg and libx264, and the Noto Sans fonts (Debian: apt-get install ffmpeg fonts-noto-core).
# H.264 baseline with the index in front: plays in every browser, and from the first byte.
set -euo pipefail
cd "$(dirname "$0")/.."
out=src/seed/clips
mkdir -p "$out"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

seconds=16
layers=()

# svg <name>: a full-size drawing from standard input, transparent where nothing is drawn.
svg() {
  { echo '<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="720" viewBox="0 0 1280 720" font-family="Noto Sans">'
    cat
    echo '</svg>'; } > "$scratch/$1.svg"
}

# layer <name> <from> <to> [x] [y]: shows a drawing between two seconds, fading in and out, x and y in ffmpeg's words.
layer() { layers+=("$1|$2|$3|${4:-0}|${5:-0}"); }

text() { printf '<text x="%s" y="%s" font-size="%s" font-weight="%s" fill="%s">%s</text>\n' "$@"; }

heading() { svg "$1" < <(text 620 250 46 700 '#ffffff' "$2"); }

# item <name> <line 1..3> <text>: a line of a checklist with its tick.
item() {
  local y=$((250 + $2 * 88))
  svg "$1" <<SVG
<rect x="620" y="$((y - 46))" width="580" height="68" rx="14" fill="#ffffff" fill-opacity="0.1"/>
<circle cx="660" cy="$((y - 12))" r="19" fill="#52c41a"/>
<path d="M651 $((y - 12)) l7 8 l13 -15" fill="none" stroke="#ffffff" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/>
$(text 698 "$((y - 2))" 29 400 '#ffffff' "$3")
SVG
}

# list <from> <to> <key> <heading> <three items>
list() {
  heading "$3" "$4"; layer "$3" "$1" "$2"
  local n
  for n in 1 2 3; do
    item "$3-$n" "$n" "${*:4+n:1}"
    layer "$3-$n" "$(echo "$1 + 0.2 + $n * 0.9" | bc)" "$2"
  done
}

stage() {
  layers=()
  svg stage <<'SVG'
<defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#4a39a8"/><stop offset="1" stop-color="#2b2070"/></linearGradient></defs>
<rect width="1280" height="720" fill="url(#g)"/>
<circle cx="310" cy="340" r="250" fill="#6f5de0" fill-opacity="0.35"/>
<rect y="590" width="1280" height="130" fill="#1f1654"/>
SVG
  svg bar <<'SVG'
<rect y="710" width="1280" height="10" fill="#a79bf5"/>
SVG
}

# film <name>: puts the layers on top of one another.
film() {
  local inputs=() graph='' last='[0:v]' n=0 entry name from to x y
  for entry in "stage|0|$seconds|0|0" "${layers[@]}" "bar|0|$seconds|-1280+1280*t/$seconds|0"; do
    IFS='|' read -r name from to x y <<< "$entry"
    inputs+=(-i "$scratch/$name.svg")
    local fade=''
    [[ $from == 0 ]] || fade=",fade=in:st=$from:d=0.4:alpha=1"
    [[ $to == "$seconds" ]] || fade="$fade,fade=out:st=$(echo "$to - 0.4" | bc):d=0.4:alpha=1"
    # librsvg hands out premultiplied colours; overlay expects plain ones.
    graph+="[$n:v]format=gbrap,unpremultiply=inplace=1,format=rgba,loop=-1:1,fps=25,setpts=N/25/TB,trim=0:$seconds$fade[l$n];"
    if ((n == 0)); then last='[l0]'; else
      graph+="$last[l$n]overlay=x='$x':y='$y':enable='between(t,$from,$to)'[o$n];"
      last="[o$n]"
    fi
    n=$((n + 1))
  done
  graph+="${last}format=yuv420p[v]"
  ffmpeg -hide_banner -loglevel error -y "${inputs[@]}" -filter_complex "$graph" -map '[v]' -t "$seconds" \
    -c:v libx264 -profile:v baseline -level 3.1 -preset veryslow -crf 28 -g 125 -tune animation \
    -map_metadata -1 -fflags +bitexact -flags:v +bitexact -movflags +faststart "$out/$1.mp4"
  echo "$out/$1.mp4: $(stat -c %s "$out/$1.mp4") bytes"
}

title() {
  svg title <<SVG
$(text 620 300 58 700 '#ffffff' "$1")
<rect x="622" y="328" width="120" height="8" rx="4" fill="#ffc53d"/>
$(text 620 390 31 400 '#ded9fb' "$2")
SVG
  layer title 0 4
}

closing() {
  svg closing <<SVG
$(text 620 270 48 700 '#ffffff' "$1")
<rect x="622" y="298" width="120" height="8" rx="4" fill="#ffc53d"/>
$(text 620 366 34 400 '#ffffff' "$2")
$(text 620 416 34 400 '#ffffff' "$3")
SVG
  layer closing 12.6 $seconds
}

# ── Forklift: daily check ────────────────────────────────────────────────────────────────────────────────────────────
stage
svg truck <<'SVG'
<rect x="392" y="250" width="16" height="310" fill="#cfc8f5"/><rect x="416" y="250" width="10" height="310" fill="#a79bf5"/>
<path d="M190 560 L190 452 Q190 430 212 430 L300 430 L318 470 L390 470 L390 560 Z" fill="#ffc53d"/>
<path d="M190 560 L190 500 L390 500 L390 560 Z" fill="#faad14"/>
<path d="M222 430 L236 300 L352 300 L384 470" fill="none" stroke="#3a2f1a" stroke-width="13" stroke-linejoin="round"/>
<rect x="226" y="288" width="136" height="16" rx="8" fill="#3a2f1a"/>
<circle cx="287" cy="352" r="25" fill="#ffd8bf"/><path d="M261 346 a26 26 0 0 1 52 0 l8 0 l0 7 l-60 0 Z" fill="#ff7a45"/>
<path d="M262 384 Q288 372 312 384 L318 452 L256 452 Z" fill="#13c2c2"/><path d="M304 396 L346 424" stroke="#13c2c2" stroke-width="15" stroke-linecap="round"/>
<path d="M338 400 L356 446" stroke="#3a2f1a" stroke-width="9" stroke-linecap="round"/>
<circle cx="240" cy="562" r="40" fill="#17103f"/><circle cx="240" cy="562" r="17" fill="#cfc8f5"/>
<circle cx="362" cy="566" r="36" fill="#17103f"/><circle cx="362" cy="566" r="15" fill="#cfc8f5"/>
<rect x="196" y="276" width="26" height="14" rx="5" fill="#ff7a45" transform="translate(72 -2)"/>
SVG
svg load <<'SVG'
<rect x="424" y="440" width="9" height="150" fill="#3a2f1a"/><rect x="424" y="578" width="150" height="10" rx="3" fill="#3a2f1a"/>
<rect x="440" y="562" width="124" height="16" fill="#d48806"/>
<rect x="446" y="496" width="56" height="66" fill="#e8b06a"/><rect x="506" y="496" width="56" height="66" fill="#d99a4e"/>
<rect x="470" y="436" width="62" height="60" fill="#f0c48a"/><path d="M497 436 v60 M470 462 h62" stroke="#c98d45" stroke-width="4"/>
SVG
drive='-620+580*(1-pow(1-min(t/2.4\,1)\,3))'
layer load 0 $seconds "$drive" "-115*(0.5-0.5*cos(PI*min(max((t-11.0)/1.2\,0)\,1)))*(1-min(max((t-12.6)/1.0\,0)\,1))"
layer truck 0 $seconds "$drive"
title 'Forklift: daily check' 'A few looks before the first lift'
list 4 8.4 walk 'Walk around it' 'Forks and chains undamaged' 'Tyres and wheels sound' 'No oil under the truck'
list 8.4 12.6 seat 'Sit down, belt on' 'Brakes hold' 'Horn and lights work' 'Mast lifts and lowers smoothly'
closing 'Something wrong?' 'Park it. Tag it. Report it.' 'Nobody drives it until it is repaired.'
film forklift-daily-check

# ── Welding: safe start ──────────────────────────────────────────────────────────────────────────────────────────────
stage
svg bench <<'SVG'
<rect x="80" y="470" width="460" height="22" rx="4" fill="#8c8c9e"/><rect x="110" y="492" width="20" height="110" fill="#5b5b70"/><rect x="490" y="492" width="20" height="110" fill="#5b5b70"/>
<rect x="270" y="446" width="210" height="24" fill="#bfbfcc"/><path d="M366 446 L366 352 L388 352 L388 446 Z" fill="#d9d9e3"/>
SVG
svg welder <<'SVG'
<path d="M96 470 Q92 340 150 318 L226 318 Q262 332 266 400 L266 470 Z" fill="#8a5a2b"/>
<path d="M130 470 L136 372 L228 372 L236 470 Z" fill="#a8713a"/>
<path d="M226 352 Q262 398 310 412" fill="none" stroke="#8a5a2b" stroke-width="46" stroke-linecap="round"/>
<circle cx="314" cy="412" r="25" fill="#ffc53d"/>
<path d="M318 404 L366 430" stroke="#17103f" stroke-width="13" stroke-linecap="round"/><path d="M366 430 L386 442" stroke="#ffa940" stroke-width="6" stroke-linecap="round"/>
<path d="M298 420 Q262 520 180 590" fill="none" stroke="#17103f" stroke-width="8"/>
<circle cx="192" cy="262" r="52" fill="#ffd8bf"/><path d="M140 256 a52 52 0 0 1 104 0 Z" fill="#3a2f1a"/>
SVG
mask='<path d="M150 204 Q196 176 244 206 L258 262 Q258 312 222 334 Q186 336 156 316 Q138 262 150 204 Z" fill="#17103f"/><rect x="196" y="240" width="58" height="34" rx="6" fill="#52c4a8"/><path d="M148 232 Q196 190 250 232" fill="none" stroke="#a79bf5" stroke-width="7"/>'
svg mask <<< "$mask"
rays() { printf '<g stroke="%s" stroke-width="5" stroke-linecap="round">' "$1"; shift; for r in "$@"; do printf '<path d="M388 442 l%s"/>' "$r"; done; echo '</g>'; }
svg glow <<'SVG'
<defs><radialGradient id="a"><stop offset="0" stop-color="#ffffff"/><stop offset="0.25" stop-color="#bfe3ff" stop-opacity="0.9"/><stop offset="1" stop-color="#69b1ff" stop-opacity="0"/></radialGradient></defs>
<circle cx="388" cy="442" r="120" fill="url(#a)"/>
SVG
svg sparks-a < <(rays '#ffd666' '62 -50' '92 -12' '30 -86' '-20 -74' '88 22')
svg sparks-b < <(rays '#ffe7ba' '84 -34' '50 -78' '4 -92' '100 6' '58 30')
layer welder 0 $seconds
layer bench 0 $seconds
# The mask comes down before the arc is struck, as it should.
layer mask 0 $seconds 0 "-350+350*(0.5-0.5*cos(PI*min(max((t-4.4)/1.2\,0)\,1)))"
layer glow 13.4 $seconds
layer sparks-a 13.4 $seconds "if(lt(mod(t\,0.32)\,0.16)\,0\,-2000)"
layer sparks-b 13.4 $seconds "if(lt(mod(t\,0.32)\,0.16)\,-2000\,0)"
title 'Welding: safe start' 'Cover up, clear up, strike the arc'
list 4 8.4 cover 'Cover up' 'Helmet with the right shade' 'Leather gloves and apron' 'High boots, no open pockets'
list 8.4 12.6 clear 'Clear up' 'Nothing that burns within 11 m' 'Fume extraction is running' 'Extinguisher within reach'
closing 'Now strike the arc' 'Warn everyone beside you first,' 'and watch for fire for an hour after.'
film welding-safe-start
