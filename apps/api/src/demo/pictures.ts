/**
 * Draws the portfolio pictures of the demo marketplace, because stock photos may not be copied freely. The pictures
 * are flat posters in four compositions, with two objects and two color schemes per category. Each run of the seed
 * draws the same pictures.
 */
import type { Deps } from '../core/deps.ts';
import { storeDemoPicture, type StoredPicture } from '../modules/catalog/pictures/pictures.service.ts';

/** The color scheme of a poster: a background, a dark color, and three colors that match both. */
interface PosterColors {
  ground: string;
  deep: string;
  main: string;
  second: string;
  light: string;
}

/** Draws an object of at most 400 × 400 whose base is on the line y = 380. */
type DrawObject = (world: PosterColors) => string;

interface PosterSubject {
  worlds: readonly [PosterColors, PosterColors];
  things: readonly [DrawObject, DrawObject];
  /** Alternative texts for the two objects. */
  words: readonly [string, string];
}

const createPosterColors = (
  ground: string,
  deep: string,
  main: string,
  second: string,
  light: string,
): PosterColors => ({
  ground,
  deep,
  main,
  second,
  light,
});

const SUBJECTS_BY_CATEGORY: Record<string, PosterSubject> = {
  Fashion: {
    worlds: [
      createPosterColors('#f3d9c9', '#3b1f2b', '#c8553d', '#e9a178', '#fff3e6'),
      createPosterColors('#22304a', '#101828', '#e8b4a0', '#8fb0c9', '#f6ead9'),
    ],
    words: ['a dress on a hanger', 'a leather handbag'],
    things: [
      ({ deep, main, second }) => `
        <path d="M200 62c0-22 34-24 34-46 0-18-34-20-36 0" fill="none" stroke="${deep}" stroke-width="8" stroke-linecap="round"/>
        <path d="M200 58 96 104h208z" fill="none" stroke="${deep}" stroke-width="8" stroke-linejoin="round"/>
        <path d="M138 92q14 40 62 44 48-4 62-44l24 12-28 92 62 184H80l62-184-28-92z" fill="${main}"/>
        <path d="M142 196h116l8 26H134z" fill="${second}"/><path d="M200 222v158M166 222l-30 158M234 222l30 158"
          stroke="${deep}" stroke-opacity=".16" stroke-width="6"/>`,
      ({ deep, main, second, light }) => `
        <path d="M120 190c0-160 160-160 160 0" fill="none" stroke="${deep}" stroke-width="16"/>
        <path d="M74 176h252l34 204H40z" fill="${main}"/><path d="M74 176h252l10 62q-136 66-272 0z" fill="${second}"/>
        <circle cx="200" cy="268" r="20" fill="${light}"/><circle cx="200" cy="268" r="9" fill="${deep}"/>`,
    ],
  },
  Beauty: {
    worlds: [
      createPosterColors('#f7d7d8', '#4a1d33', '#d6456b', '#f0a3a0', '#fff4f0'),
      createPosterColors('#5b2b4e', '#2c1226', '#f2a7b5', '#e4c08b', '#fde9e4'),
    ],
    words: ['a lipstick', 'a dropper bottle'],
    things: [
      ({ deep, main, second, light }) => `
        <path d="M160 190V84l80-56v162z" fill="${main}"/><path d="M160 84l80-56v40l-80 56z" fill="#fff" fill-opacity=".28"/>
        <rect x="148" y="186" width="104" height="62" fill="${light}"/><rect x="132" y="248" width="136" height="132"
          rx="6" fill="${deep}"/>
        <rect x="132" y="268" width="136" height="12" fill="${second}"/>`,
      ({ deep, main, second, light }) => `
        <path d="M176 20h48q10 40 0 74h-48q-10-34 0-74z" fill="${deep}"/><rect x="160" y="94" width="80" height="50"
          rx="6" fill="${second}"/>
        <path d="M150 144h100q62 22 62 84v128q0 24-24 24H112q-24 0-24-24V228q0-62 62-84z" fill="${main}"/>
        <path d="M88 262q56-34 112 0t112 0v94q0 24-24 24H112q-24 0-24-24z" fill="${light}" fill-opacity=".55"/>
        <rect x="138" y="236" width="124" height="96" rx="8" fill="${light}"/><path d="M160 270h80M160 298h52"
          stroke="${deep}" stroke-width="8" stroke-linecap="round"/>`,
    ],
  },
  Fitness: {
    worlds: [
      createPosterColors('#d9e4d0', '#16302b', '#e4572e', '#f3b33d', '#fbf8ee'),
      createPosterColors('#17324d', '#0b1a2b', '#f2c14e', '#f78154', '#e9f1ee'),
    ],
    words: ['a kettlebell', 'a running shoe'],
    things: [
      ({ deep, main, light }) => `
        <path d="M130 190 152 84q8-40 48-40t48 40l22 106" fill="none" stroke="${deep}" stroke-width="36" stroke-linejoin="round"/>
        <circle cx="200" cy="258" r="118" fill="${main}"/><path d="M110 334h180v34q0 12-12 12H122q-12 0-12-12z" fill="${main}"/>
        <path d="M118 214a96 96 0 0 1 60-50" fill="none" stroke="${light}" stroke-width="14" stroke-linecap="round" opacity=".7"/>
        <circle cx="200" cy="262" r="52" fill="${light}"/><path d="M184 240l24-8v62" fill="none" stroke="${deep}"
          stroke-width="13" stroke-linejoin="round"/>`,
      ({ deep, main, second, light }) => `
        <path d="M30 330V212q28 16 62-16l26-42q60 66 128 92 92 30 114 48 14 14 14 36z" fill="${main}"/>
        <path d="M118 154q-30 54 6 116l66-54q-40-24-72-62z" fill="${second}"/>
        <path d="M168 214l34-26M198 234l34-26M230 252l34-24" stroke="${light}" stroke-width="11" stroke-linecap="round"/>
        <path d="M24 326h352v26q0 28-30 28H54q-30 0-30-28z" fill="${light}"/><path d="M24 352h352" stroke="${deep}" stroke-width="8"/>`,
    ],
  },
  Food: {
    worlds: [
      createPosterColors('#fbe3b5', '#3d2410', '#d1452f', '#5d8a4a', '#fff8ea'),
      createPosterColors('#2f4a36', '#16241b', '#f0b74a', '#e5704c', '#f7efdc'),
    ],
    words: ['a steaming bowl', 'half a lemon with a leaf'],
    things: [
      ({ deep, main, second, light }) => `
        <path d="M150 150q-24-30 0-60t0-60M206 150q-24-30 0-60t0-60M262 150q-24-30 0-60t0-60" fill="none"
          stroke="${light}" stroke-width="12" stroke-linecap="round" opacity=".85"/>
        <ellipse cx="200" cy="204" rx="164" ry="36" fill="${deep}"/><circle cx="136" cy="196" r="30"
          fill="${second}"/><circle cx="192" cy="190" r="34" fill="${light}"/><circle cx="192" cy="190" r="14"
          fill="#f4b942"/><circle cx="258" cy="196" r="30" fill="${second}" opacity=".8"/>
        <path d="M32 206h336q0 118-96 158v16H128v-16q-96-40-96-158z" fill="${main}"/><path d="M52 258q148 50 296 0"
          fill="none" stroke="${light}" stroke-width="10" opacity=".6"/>`,
      ({ deep, main, second, light }) => `
        <path d="M212 70q60-80 150-40-40 76-150 40z" fill="${second}"/><path d="M214 70q70-10 120-34" stroke="${deep}"
          stroke-opacity=".4" stroke-width="6" fill="none"/>
        <circle cx="200" cy="226" r="154" fill="#f2b632"/><circle cx="200" cy="226" r="130" fill="${light}"/>
        ${drawSpokes(
          8,
          (angle) => `<path transform="rotate(${angle} 200 226)" d="M200 212 166 122q34-24 68 0z"
          fill="${main}" opacity=".92"/>`,
        )}
        <circle cx="200" cy="226" r="13" fill="${light}"/>`,
    ],
  },
  Travel: {
    worlds: [
      createPosterColors('#cfe4e6', '#17364a', '#ee8b5a', '#3f8a8c', '#fff6e4'),
      createPosterColors('#e8744f', '#3b1730', '#fbd08a', '#7a3b69', '#fff1dd'),
    ],
    words: ['mountains behind an arch', 'a packed suitcase'],
    things: [
      ({ deep, main, second, light }) => `
        <path d="M70 380V170a130 130 0 0 1 260 0v210z" fill="${light}"/><circle cx="238" cy="166" r="46" fill="${main}"/>
        <path d="M70 320l84-116 58 74 40-46 78 92v56H70z" fill="${second}"/><path d="M154 204l30 38-24 10-20-14-16 10z" fill="${light}"/>
        <path d="M70 346q66-34 130 0t130-6v40H70z" fill="${deep}"/>`,
      ({ deep, main, second, light }) => `
        <path d="M150 110V52q0-18 18-18h64q18 0 18 18v58" fill="none" stroke="${deep}" stroke-width="16"/>
        <rect x="60" y="106" width="280" height="252" rx="28" fill="${main}"/><path d="M124 106v252M276 106v252"
          stroke="${deep}" stroke-width="14" opacity=".85"/>
        <circle cx="200" cy="200" r="40" fill="${light}"/><path d="M176 206l18-30 12 18 8-10 14 22z"
          fill="${second}"/><rect x="160" y="268" width="80" height="42" rx="8" fill="${second}"/>
        <path d="M102 358h30v22h-30zM268 358h30v22h-30z" fill="${deep}"/>`,
    ],
  },
  Technology: {
    worlds: [
      createPosterColors('#d8d9f2', '#1b1b3a', '#5b5bd6', '#f08a5d', '#f7f7ff'),
      createPosterColors('#13293d', '#06141f', '#3ec1d3', '#f6c667', '#e8f3f6'),
    ],
    words: ['a phone with a bright screen', 'a camera'],
    things: [
      ({ deep, main, second, light }) => `
        <rect x="106" y="20" width="188" height="360" rx="34" fill="${deep}"/><rect x="120" y="36" width="160"
          height="328" rx="22" fill="${light}"/>
        <path d="M120 230q40-50 80-14t80-26v152q0 22-22 22H142q-22 0-22-22z" fill="${main}"/><circle cx="238" cy="116"
          r="34" fill="${second}"/>
        <path d="M146 92h44M146 120h28" stroke="${deep}" stroke-width="10" stroke-linecap="round"/><rect x="176" y="48"
          width="48" height="10" rx="5" fill="${deep}"/>`,
      ({ deep, main, second, light }) => `
        <path d="M140 128l22-44h76l22 44z" fill="${deep}"/><rect x="36" y="122" width="328" height="238" rx="28"
          fill="${main}"/><path d="M36 180h328v42H36z" fill="${deep}" opacity=".2"/>
        <circle cx="200" cy="246" r="92" fill="${deep}"/><circle cx="200" cy="246" r="68" fill="${light}"/><circle
          cx="200" cy="246" r="46" fill="${deep}"/><circle cx="182" cy="228" r="15" fill="${light}"/>
        <rect x="296" y="144" width="40" height="22" rx="6" fill="${second}"/><rect x="64" y="104" width="56"
          height="20" rx="6" fill="${second}"/>`,
    ],
  },
  Gaming: {
    worlds: [
      createPosterColors('#2b1d52', '#150c30', '#f25f8b', '#3ad1c0', '#f8e9ff'),
      createPosterColors('#f7d55c', '#2a2358', '#5a4fcf', '#ef5d60', '#fffbe8'),
    ],
    words: ['a game controller', 'an arcade joystick'],
    things: [
      ({ deep, main, second, light }) => `
        <path d="M110 130h180q70 0 84 120 12 110-52 110-36 0-62-58H140q-26 58-62 58-64 0-52-110 14-120 84-120z" fill="${main}"/>
        <path d="M98 176h34v34h34v34h-34v34H98v-34H64v-34h34z" fill="${light}"/><circle cx="292" cy="184" r="19"
          fill="${second}"/><circle cx="292" cy="262" r="19" fill="${light}"/><circle cx="253" cy="223" r="19"
          fill="${light}"/><circle cx="331" cy="223" r="19" fill="${second}"/>
        <rect x="178" y="196" width="44" height="16" rx="8" fill="${deep}"/>`,
      ({ deep, main, second, light }) => `
        <rect x="184" y="120" width="32" height="170" fill="${light}"/><circle cx="200" cy="88" r="68"
          fill="${main}"/><path d="M156 70a52 52 0 0 1 36-32" stroke="#fff" stroke-opacity=".6" stroke-width="13"
          stroke-linecap="round" fill="none"/>
        <path d="M120 292q80-50 160 0z" fill="${deep}"/><path d="M62 284h276l34 96H28z" fill="${second}"/><circle
          cx="296" cy="330" r="22" fill="${light}"/><circle cx="104" cy="330" r="22" fill="${main}"/>`,
    ],
  },
  Parenting: {
    worlds: [
      createPosterColors('#fde2c8', '#4a2c2a', '#ef8a62', '#7fb7a4', '#fffaf1'),
      createPosterColors('#7fb2c9', '#1f3a4d', '#f7d36e', '#ef7f6d', '#fdf6e6'),
    ],
    words: ['a stack of wooden rings', 'a teddy bear'],
    things: [
      ({ deep, main, second, light }) => `
        <rect x="188" y="30" width="24" height="320" fill="${deep}"/><circle cx="200" cy="42" r="30" fill="${main}"/>
        <rect x="142" y="84" width="116" height="56" rx="28" fill="${second}"/><rect x="118" y="146" width="164"
          height="60" rx="30" fill="${light}"/><rect x="92" y="212" width="216" height="64" rx="32" fill="${main}"/>
        <rect x="66" y="282" width="268" height="66" rx="33" fill="${second}"/><rect x="48" y="352" width="304"
          height="28" rx="12" fill="${deep}"/>`,
      ({ deep, main, light }) => `
        <circle cx="112" cy="92" r="46" fill="${main}"/><circle cx="288" cy="92" r="46" fill="${main}"/><circle cx="112"
          cy="92" r="24" fill="${light}"/><circle cx="288" cy="92" r="24" fill="${light}"/>
        <path d="M88 380q-6-130 112-130t112 130z" fill="${main}"/><path d="M142 380q0-82 58-82t58 82z"
          fill="${light}"/><circle cx="200" cy="170" r="118" fill="${main}"/>
        <ellipse cx="200" cy="212" rx="58" ry="46" fill="${light}"/><circle cx="154" cy="152" r="13"
          fill="${deep}"/><circle cx="246" cy="152" r="13" fill="${deep}"/>
        <path d="M182 192h36l-18 20zM200 212v14q-20 18-34 2M200 226q20 18 34 2" fill="${deep}" stroke="${deep}"
          stroke-width="6" stroke-linejoin="round" fill-rule="evenodd" fill-opacity="0"/><path d="M180 190h40l-20 24z" fill="${deep}"/>`,
    ],
  },
  'Home & Interior': {
    worlds: [
      createPosterColors('#e9dfcf', '#33312e', '#b5643c', '#5f7a61', '#fbf6ec'),
      createPosterColors('#33524d', '#162824', '#e0a458', '#d9c7a7', '#f7f0e1'),
    ],
    words: ['an armchair', 'a potted plant'],
    things: [
      ({ deep, main, second }) => `
        <path d="M96 210V120q0-62 62-62h84q62 0 62 62v90z" fill="${main}"/><path d="M40 208q0-38 36-38t36
          38v52h176v-52q0-38 36-38t36 38v116q0 20-20 20H60q-20 0-20-20z" fill="${main}"/>
        <path d="M112 250q0-26 26-26h124q26 0 26 26v44H112z" fill="${second}"/><path d="M40 208q0-38 36-38t36 38v86"
          fill="none" stroke="${deep}" stroke-opacity=".18" stroke-width="8"/><path d="M288 294v-86q0-38 36-38t36 38"
          fill="none" stroke="${deep}" stroke-opacity=".18" stroke-width="8"/>
        <path d="M84 344l-10 36M316 344l10 36" stroke="${deep}" stroke-width="16" stroke-linecap="round"/>`,
      ({ deep, main, second, light }) => `
        <path d="M200 260Q196 130 200 40" stroke="${deep}" stroke-width="8" fill="none"/>
        <path d="M200 130q-110 10-124-92 116-6 124 92zM200 150q8-108 128-96-14 104-128 96zM200 214Q86 226 56 134q120-14
          144 80zM200 228q10-104 142-82-22 98-142 82z" fill="${second}"/>
        <path d="M200 130Q150 80 76 38M200 150q52-60 128-96M200 214q-60-60-144-80M200 228q70-62 142-82"
          stroke="${light}" stroke-opacity=".5" stroke-width="5" fill="none"/>
        <path d="M110 256h180l-24 124H134z" fill="${main}"/><path d="M100 244h200v36H100z" fill="${main}"/><path d="M106
          280h188" stroke="${deep}" stroke-opacity=".2" stroke-width="8"/>`,
    ],
  },
  Music: {
    worlds: [
      createPosterColors('#f2c14e', '#2d1e2f', '#d1495b', '#00798c', '#fff4dc'),
      createPosterColors('#1d1b38', '#0c0b1d', '#ff7b54', '#ffb26b', '#f5eaff'),
    ],
    words: ['a vinyl record', 'a pair of headphones'],
    things: [
      ({ deep, main, second, light }) => `
        <circle cx="200" cy="206" r="174" fill="${deep}"/>${[152, 134, 116, 98]
          .map(
            (radius) => `<circle cx="200"
          cy="206" r="${radius}" fill="none" stroke="${light}" stroke-opacity=".16" stroke-width="4"/>`,
          )
          .join('')}
        <path d="M200 206 76 84a174 174 0 0 1 60-40zM200 206l124 122a174 174 0 0 1-60 40z" fill="${light}"
          opacity=".13"/><circle cx="200" cy="206" r="70" fill="${main}"/><path d="M130 206a70 70 0 0 1 140 0z"
          fill="${second}"/><circle cx="200" cy="206" r="12" fill="${light}"/>`,
      ({ deep, main, second, light }) => `
        <path d="M72 250v-46a128 128 0 0 1 256 0v46" fill="none" stroke="${deep}" stroke-width="30"/><path d="M72
          250v-46a128 128 0 0 1 256 0v46" fill="none" stroke="${second}" stroke-width="12"/>
        <rect x="34" y="226" width="92" height="154" rx="40" fill="${main}"/><rect x="274" y="226" width="92"
          height="154" rx="40" fill="${main}"/><rect x="104" y="244" width="34" height="118" rx="16"
          fill="${light}"/><rect x="262" y="244" width="34" height="118" rx="16" fill="${light}"/>`,
    ],
  },
  'Personal Finance': {
    worlds: [
      createPosterColors('#d7e8d4', '#143326', '#2f8f5b', '#f0b429', '#fbfdf4'),
      createPosterColors('#1f3d36', '#0c1f1b', '#f4c95d', '#74c69d', '#f3f7e9'),
    ],
    words: ['growing stacks of coins', 'a piggy bank'],
    things: [
      ({ deep, main, second, light }) =>
        [
          [40, 2],
          [152, 4],
          [264, 7],
        ]
          .map(([x = 0, coins = 0]) =>
            Array.from({ length: coins }, (_, at) => {
              const y = 344 - at * 40;
              return `<path d="M${x} ${y}h96v22a48 14 0 0 1-96 0z" fill="${at % 2 ? main : second}"/><ellipse
                cx="${x + 48}" cy="${y}" rx="48" ry="14" fill="${light}"/><ellipse cx="${x + 48}" cy="${y}" rx="30"
                ry="8" fill="none" stroke="${deep}" stroke-opacity=".35" stroke-width="4"/>`;
            }).join(''),
          )
          .join(''),
      ({ deep, main, second, light }) => `
        <path d="M110 330h48v50h-48zM246 330h48v50h-48z" fill="${deep}"/><path d="M104 128l10-58 62 36z"
          fill="${main}"/><ellipse cx="200" cy="236" rx="158" ry="124" fill="${main}"/><path d="M344 214q40-6 32-48"
          fill="none" stroke="${deep}" stroke-width="12" stroke-linecap="round"/>
        <rect x="24" y="206" width="62" height="76" rx="26" fill="${light}"/><circle cx="46" cy="244" r="7"
          fill="${deep}"/><circle cx="66" cy="244" r="7" fill="${deep}"/><circle cx="112" cy="190" r="12"
          fill="${deep}"/><rect x="186" y="128" width="92" height="16" rx="8" fill="${deep}"/>
        <circle cx="232" cy="66" r="46" fill="${second}"/><circle cx="232" cy="66" r="30" fill="none" stroke="${deep}"
          stroke-opacity=".35" stroke-width="6"/>`,
    ],
  },
  Education: {
    worlds: [
      createPosterColors('#dbe5f5', '#1f2a52', '#e4683c', '#4f7cd1', '#fffaf0'),
      createPosterColors('#f0a84b', '#3a1f3d', '#f6e3b4', '#b23a48', '#fff7e3'),
    ],
    words: ['an open book', 'a laboratory flask'],
    things: [
      ({ deep, main, second, light }) => `
        <path d="M24 118q100-46 176 10 76-56 176-10v246q-100-40-176 14-76-54-176-14z" fill="${main}"/><path d="M46
          98q92-36 154 20v232q-66-44-154-16z" fill="${light}"/><path d="M354 98q-92-36-154 20v232q66-44 154-16z"
          fill="${light}"/><path d="M200 118v232" stroke="${deep}" stroke-opacity=".3" stroke-width="6"/>
        <path d="M76 150q50-14 94 10M76 194q50-14 94 10M76 238q50-14 94 10M230 160q44-24 94-10M230 204q44-24 94-10"
          stroke="${deep}" stroke-opacity=".45" stroke-width="9" stroke-linecap="round" fill="none"/><path d="M280
          84h40v150l-20-22-20 22z" fill="${second}"/>`,
      ({ deep, main, second, light }) => `
        <path d="M156 44v112L62 330q-24 50 32 50h212q56 0 32-50L244 156V44z" fill="${light}" fill-opacity=".9"/><path
          d="M114 234q42-30 86 0t86 0l52 96q24 50-32 50H94q-56 0-32-50z" fill="${main}"/>
        <rect x="138" y="24" width="124" height="30" rx="15" fill="${deep}"/><circle cx="160" cy="310" r="22"
          fill="${second}"/><circle cx="226" cy="284" r="14" fill="${light}"/><circle cx="248" cy="338" r="18"
          fill="${second}"/><circle cx="200" cy="196" r="11" fill="${second}"/>`,
    ],
  },
  Pets: {
    worlds: [
      createPosterColors('#f6dfae', '#3a2618', '#b8703d', '#6a9a8b', '#fff9ec'),
      createPosterColors('#8fb8a8', '#20362f', '#f2b880', '#e4715a', '#fdf5e4'),
    ],
    words: ['a dog looking at the camera', 'a sitting cat'],
    things: [
      ({ deep, main, second, light }) => `
        <path d="M92 380q0-150 108-150t108 150z" fill="${main}"/><rect x="126" y="278" width="148" height="26" rx="13"
          fill="${second}"/><circle cx="200" cy="316" r="20" fill="#f4c542"/>
        <path d="M96 120q0-92 104-92t104 92v60q0 92-104 92T96 180z" fill="${main}"/><path d="M108 60Q40 70 44 168q6 58
          44 46 24-60 20-154zM292 60q68 10 64 108-6 58-44 46-24-60-20-154z" fill="${deep}"/>
        <path d="M200 28q30 70 0 132-30-62 0-132z" fill="${light}"/><ellipse cx="200" cy="202" rx="60" ry="54"
          fill="${light}"/><ellipse cx="200" cy="178" rx="26" ry="18" fill="${deep}"/><path d="M200 196v26q-18 16-32
          2M200 222q18 16 32 2" fill="none" stroke="${deep}" stroke-width="7" stroke-linecap="round"/><circle cx="150"
          cy="128" r="13" fill="${deep}"/><circle cx="250" cy="128" r="13" fill="${deep}"/>`,
      ({ deep, main, second, light }) => `
        <path d="M300 360q80-10 66-110-4-32-30-22" fill="none" stroke="${deep}" stroke-width="26"
          stroke-linecap="round"/><path d="M104 380q-20-190 96-190t96 190z" fill="${deep}"/>
        <path d="M106 150V34l62 46h64l62-46v116q0 78-94 78t-94-78z" fill="${deep}"/><path d="M122 62l30 26-30 16zM278
          62l-30 26 30 16z" fill="${second}"/><ellipse cx="162" cy="142" rx="19" ry="22" fill="${main}"/><ellipse
          cx="238" cy="142" rx="19" ry="22" fill="${main}"/><ellipse cx="162" cy="142" rx="6" ry="18"
          fill="${deep}"/><ellipse cx="238" cy="142" rx="6" ry="18" fill="${deep}"/>
        <path d="M188 178h24l-12 14z" fill="${second}"/><path d="M130 182l-62-10M130 194l-60 14M270 182l62-10M270 194l60
          14" stroke="${light}" stroke-width="4" stroke-linecap="round"/><path d="M160 380q-6-80 40-80t40 80z"
          fill="${light}" opacity=".16"/>`,
    ],
  },
  Outdoors: {
    worlds: [
      createPosterColors('#cfdcc4', '#1f3328', '#dd7a3a', '#4f7d5a', '#fdf8e8'),
      createPosterColors('#24365c', '#0f1a33', '#f4a259', '#5b8e7d', '#f4e9cd'),
    ],
    words: ['a tent between pines', 'a backpack'],
    things: [
      ({ deep, main, second, light }) => `
        <path d="M64 30l52 96H90l50 92h-34l34 162H-10l36-162H-8l50-92H16z" fill="${second}"/><path d="M346 70l44
          84h-22l44 82h-30l30 144H282l32-144h-32l42-82h-22z" fill="${second}" opacity=".75"/>
        <path d="M200 130 352 380H48z" fill="${main}"/><path d="M200 130 290 380H120z" fill="${light}"/><path d="M200
          200l46 180h-92z" fill="${deep}"/><path d="M200 130l-14-30M200 130l14-30" stroke="${deep}" stroke-width="9"
          stroke-linecap="round"/>`,
      ({ deep, main, second, light }) => `
        <path d="M160 66q0-44 40-44t40 44" fill="none" stroke="${deep}" stroke-width="16"/><rect x="66" y="214"
          width="50" height="128" rx="22" fill="${second}"/><rect x="284" y="214" width="50" height="128" rx="22" fill="${second}"/>
        <path d="M92 170q0-114 108-114t108 114v180q0 30-30 30H122q-30 0-30-30z" fill="${main}"/><path d="M92 170q0-114
          108-114t108 114l-22 34H114z" fill="${second}"/><rect x="124" y="240" width="152" height="106" rx="20"
          fill="${light}"/><path d="M124 278h152" stroke="${deep}" stroke-width="8"/><rect x="186" y="186" width="28"
          height="52" rx="8" fill="${deep}"/><circle cx="200" cy="306" r="9" fill="${deep}"/>`,
    ],
  },
};

function drawSpokes(count: number, draw: (angle: number) => string): string {
  return Array.from({ length: count }, (_, at) => draw((360 / count) * at)).join('');
}

const placeObject = (thing: string, x: number, y: number, scale: number, turn = 0): string =>
  `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${scale}) translate(-200 -380)">${thing}</g>`;

/** Draws the shadow below an object. */
const drawShadow = (x: number, y: number, radius: number, { deep }: PosterColors): string =>
  `<ellipse cx="${x}" cy="${y}" rx="${radius}" ry="${radius * 0.12}" fill="${deep}" opacity=".22"/>`;

interface Poster {
  width: number;
  height: number;
  body: string;
}

/** Draws one object on a table, with a large sun in the background. */
function drawStage([thing]: readonly [DrawObject, DrawObject], colours: PosterColors): Poster {
  const { ground, main, second, light } = colours;
  return {
    width: 1600,
    height: 1200,
    body: `<rect width="1600" height="1200" fill="${ground}"/><circle cx="800" cy="560" r="430" fill="${light}"/><circle
      cx="800" cy="560" r="430" fill="url(#glow)"/>
      <rect y="900" width="1600" height="300" fill="${second}"/><rect y="900" width="1600" height="14" fill="${main}" opacity=".5"/>
      ${drawShadow(800, 985, 330, colours)}${placeObject(thing({ ...colours, light: ground }), 800, 985, 1.85)}`,
  };
}

/** Draws both objects side by side in portrait format, with an arch behind them. */
function drawPair([first, second]: readonly [DrawObject, DrawObject], colours: PosterColors): Poster {
  const { ground, deep, light } = colours;
  return {
    width: 1280,
    height: 1600,
    body: `<rect width="1280" height="1600" fill="${ground}"/><path d="M180 1240V640a460 460 0 0 1 920 0v600z"
      fill="${colours.second}" opacity=".55"/><circle cx="900" cy="430" r="120" fill="${light}" opacity=".9"/>
      <rect y="1240" width="1280" height="360" fill="${deep}"/><path d="M0 1240h1280" stroke="${light}"
        stroke-opacity=".25" stroke-width="6"/>
      ${drawShadow(470, 1326, 240, colours)}${placeObject(first(colours), 470, 1320, 1.5)}${drawShadow(900, 1420, 180, colours)}${placeObject(second(colours), 900, 1416, 1.05)}`,
  };
}

/** Draws a grid of tiles that show both objects in turn on changing backgrounds. */
function drawTiles([first, second]: readonly [DrawObject, DrawObject], colours: PosterColors): Poster {
  const { ground, deep, light } = colours;
  const SIDE = 400;
  const grounds = [ground, light, colours.second, deep];
  const body = Array.from({ length: 12 }, (_, at) => {
    const [column, row] = [at % 4, Math.floor(at / 4)];
    const back = grounds[(column + row * 3) % 4] ?? ground;
    // Replaces the color that would be invisible on the tile's background.
    const own =
      back === deep
        ? { ...colours, deep: light }
        : back === colours.second
          ? { ...colours, second: light }
          : back === light
            ? { ...colours, light: ground }
            : colours;
    const draw = (column + row) % 2 === 0 ? first : second;
    return `<rect x="${column * SIDE}" y="${row * SIDE}" width="${SIDE}" height="${SIDE}"
      fill="${back}"/>${placeObject(draw(own), column * SIDE + 200, row * SIDE + 336, 0.72)}`;
  }).join('');
  return { width: 1600, height: 1200, body };
}

/** Draws one object up close and tilted, in front of rings. */
function drawCloseUp([, thing]: readonly [DrawObject, DrawObject], colours: PosterColors): Poster {
  const { ground, main, second, light } = colours;
  const rings = [760, 610, 460, 310]
    .map(
      (radius, at) =>
        `<circle cx="1100" cy="380" r="${radius}" fill="${[second, ground, light, ground][at]}" opacity="${at === 0 ? 0.45 : 0.9}"/>`,
    )
    .join('');
  return {
    width: 1440,
    height: 1440,
    body: `<rect width="1440" height="1440" fill="${ground}"/>${rings}<rect y="1300" width="1440" height="140"
      fill="${main}" opacity=".9"/>${placeObject(thing(colours), 640, 1330, 2.75, -9)}`,
  };
}

const COMPOSITIONS = [drawStage, drawCloseUp, drawPair, drawTiles] as const;

/** Renders one of the four posters of a category as SVG. The second and the fourth use the second color scheme. */
function renderPoster({ worlds, things }: PosterSubject, at: number): string {
  const compose = COMPOSITIONS[at % COMPOSITIONS.length] ?? drawStage;
  const { width, height, body } = compose(things, worlds[at % 2] ?? worlds[0]);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
    <defs><radialGradient id="glow" cx=".35" cy=".3" r=".9"><stop offset="0" stop-color="#fff" stop-opacity=".55"/><stop
      offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>
    <linearGradient id="air" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".16"/><stop
      offset="1" stop-color="#000" stop-opacity=".12"/></linearGradient></defs>
    ${body}<rect width="${width}" height="${height}" fill="url(#air)"/></svg>`;
}

export interface SeedPicture extends StoredPicture {
  caption: string;
}

export const PICTURES_PER_CATEGORY = COMPOSITIONS.length;

/** Draws and stores the posters of a category, which its creators share. */
export async function seedPictures(deps: Pick<Deps, 'pictures'>, category: string): Promise<SeedPicture[]> {
  const subject = SUBJECTS_BY_CATEGORY[category];
  if (!subject) throw new Error(`There are no pictures for ${category}`);
  const [first, second] = subject.words;
  const captions = [
    capitalizeFirst(first),
    `Close-up of ${second}`,
    capitalizeFirst(`${first} and ${second}`),
    `A pattern with ${first} and ${second}`,
  ];
  return Promise.all(
    captions.map(async (caption, at) => ({
      ...(await storeDemoPicture(deps, Buffer.from(renderPoster(subject, at)), 'portfolio')),
      caption,
    })),
  );
}

const capitalizeFirst = (words: string) => words.slice(0, 1).toUpperCase() + words.slice(1);
