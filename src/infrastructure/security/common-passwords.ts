/**
 * Common passwords and words, lower case. `passwordErrors` rejects a password that is in the first list, or that
 * consists of words of the second list with digits and signs around them.
 */
export const COMMON_PASSWORDS: ReadonlySet<string> = toWordSet(`
  password1234 password12345 password123456 passwordpassword qwertyuiop12 qwertyuiop123 1234567890ab 123456789012
  1234567890123 12345678901234 123456789012345 1234567890123456 qwerty123456 qwerty1234567 qwerty12345678
  1q2w3e4r5t6y 1q2w3e4r5t6y7u8i 1qaz2wsx3edc 1qaz2wsx3edc4rfv zaq12wsxcde3 qazwsxedcrfv qazwsxedcrfvtgb
  zxcvbnm12345 asdfghjkl123 asdfghjkl1234 administrator administrator1 iloveyou1234 iloveyou12345 letmein12345
  welcome12345 welcome123456 trustno1trustno1 correcthorsebatterystaple abcdefghijkl abcdefgh1234 abcd1234abcd
  abc123abc123 123qweasdzxc qwe123qwe123 q1w2e3r4t5y6 a1b2c3d4e5f6 abcdef123456 aabbccddeeff 1a2b3c4d5e6f
  aa12345678 changeme1234 changemenow1 sunshine1234 football1234 baseball1234 basketball12 superman1234
  liverpool123 manchesterunited unbelievable jacksonville christopher1 elizabeth123 thunderbolts watermelon12
  strawberries pineapple123 butterfly123 motherfucker motherfucker1 rockandroll1 metallica123 slipknot6666
  interestingly lookingforward thisismypassword thisisapassword mypassword123 mynewpassword yourpassword1
  nopassword12 secretsecret secret123456 testtesttest testing12345 test12345678 admin12345678 admin1234567
  adminadmin12 rootrootroot guest1234567 user12345678 default12345 p@ssw0rd1234 p@ssword1234 passw0rd1234
  pa55word1234 !qaz2wsx3edc !qaz@wsx#edc 1qazxsw23edc zaq1xsw2cde3 1qaz!qaz2wsx @wsx3edc4rfv qwer1234qwer
  qwerasdfzxcv asdf1234asdf zxcv1234zxcv asdfqwerzxcv 0987654321ab 098765432100 987654321098 147258369147
  147258369000 159357159357 159753159753 741852963000 789456123000 789456123789 123456654321 123321123321
  123123123123 112233445566 121212121212 131313131313 111222333444 111122223333 101010101010 102030405060
  010203040506 147852369147 258456258456 135792468000 246813579000 314159265358 3141592653589 271828182845
  112358132134 161803398874 goodmorning1 goodafternoon ilovemyfamily ilovemymother iloveyouforever iloveyousomuch
  mylovemylife onlyyouandme foreverandever internationals supercalifragilistic antidisestablishmentarianism
  thequickbrownfox maytheforcebewithyou tobeornottobe winteriscoming beammeupscotty openthedoor1 opensesame123
  letmeinplease letmeinnow123 donotforget1 idontknow123 whateveriwant nothing12345 somethingelse anything1234
  computer1234 internet1234 microsoft123 windows12345 facebook1234 instagram123 playstation3 playstation4
  callofduty12 minecraft123 starwars1234 lordoftherings harrypotter1 spongebob123 hellokitty12 mickeymouse1
  donaldduck12 welcomehome1 homesweethome godisgood123 jesuschrist1 jesusislord1 jesus1234567 christmas123
  halloween123 happybirthday happynewyear valentinesday september123 november1234 december1234 february1234
  summer202412 winter202412 spring202412 company12345 training1234 employee1234 skilgrid1234 skillsmatrix
`);

export const COMMON_PASSWORD_WORDS: ReadonlySet<string> = toWordSet(`
  password passwort passwords passwd passe contrasena motdepasse parola senha wachtwoord hello welcome willkommen
  bienvenue letmein login signin logon admin administrator root superuser user users guest test tester testing
  demo default changeme change secret secure security access master system server office company computer internet
  network service support account manager qwerty qwertz azerty qwertyuiop asdf asdfgh asdfghjkl zxcv zxcvbn
  zxcvbnm qwer poiuy poiuytrewq lkjhgfdsa mnbvcxz qazwsx qazwsxedc wsxedc 1qaz 2wsx 3edc 4rfv 1q2w 3e4r 5t6y q1w2
  e3r4 t5y6 qweasd qweasdzxc asdzxc 1234 12345 123456 1234567 12345678 123456789 1234567890 0987654321 987654321
  87654321 7654321 654321 54321 4321 abcd abcde abcdef abcdefg abcdefgh abcd1234 abc123 a1b2 c3d4 aaaa 1111 0000
  2222 5555 6666 7777 8888 9999 1212 1313 2020 2021 2022 2023 2024 2025 2026 1990 1991 1992 1993 1994 1995 1996
  1997 1998 1999 2000 2001 iloveyou loveyou love lovely lover loveme forever always together sunshine princess
  prince dragon monkey football baseball basketball soccer hockey tennis cricket golf rugby superman batman
  spiderman ironman wonderwoman pokemon pikachu starwars matrix gandalf merlin wizard shadow killer hunter ninja
  warrior soldier trustno1 whatever freedom blessed blessing jesus christ angel angels heaven church faith grace
  spirit michael jennifer jessica ashley michelle daniel thomas andrew joshua matthew robert david james john
  william richard charles joseph anthony christopher nicole amanda melissa samantha stephanie elizabeth heather
  hannah charlie george jordan taylor harley maggie buster bailey tigger ginger pepper cookie cheese chocolate
  orange banana apple cherry peanut butter coffee summer winter spring autumn january february march april june
  july august september october november december monday tuesday wednesday thursday friday saturday sunday weekend
  holiday vacation birthday christmas purple yellow green blue black white silver golden gold diamond crystal
  rainbow flower flowers roses lily daisy butterfly dolphin tiger lion eagle falcon horse puppy kitten kitty doggy
  mickey minnie donald snoopy winnie garfield simba nemo elsa barbie naruto sasuke goku india bharat mumbai delhi
  bangalore chennai kolkata krishna ganesh shiva sairam hanuman america london paris berlin madrid moscow beijing
  china russia canada mexico brazil italia espana france deutschland england ireland scotland australia newyork
  california texas florida chicago boston dallas liverpool chelsea arsenal manchester united barcelona realmadrid
  juventus bayern ferrari porsche mercedes mustang corvette camaro yamaha honda toyota kawasaki suzuki davidson
  yankees cowboys lakers eagles steelers packers patriots raiders bulldogs google facebook instagram twitter
  youtube yahoo gmail hotmail linkedin microsoft windows samsung nokia iphone android amazon netflix minecraft
  fortnite roblox playstation nintendo xbox skilgrid skillgrid skill skills training trainer trainings staff
  learner learning quiz course education school college university student teacher welcome1 letmein1 please
  thankyou goodmorning goodluck hello123 temp temporary temppass newpass newpassword mypass mypassword thepassword
  yourpassword nopassword passpass pass word words correct battery staple random string sample example something
  nothing anything everything money lucky happy smile sweet sweety sweetheart honey baby babygirl babyboy babe
  darling cutie beautiful pretty handsome gorgeous crazy cool awesome great super power energy magic mystic legend
  hero heroes champion winner number phoenix thunder lightning storm fire water earth ocean river mountain forest
  garden house home family mother father brother sister friend friends bestfriend mommy daddy mama papa
`);

function toWordSet(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}
