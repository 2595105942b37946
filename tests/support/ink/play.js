// Plays stories of ink at random: node play.js PLAYS SEED STORY... Prints what happened as JSON, a line for each play.
const fs = require("fs");
const { Compiler, Story } = require("./inkjs.js");

const LONGEST = 300; // milliseconds for one line of text: a story that goes round without a word is left
const MOST = 1000; // events of one play

const [plays, seed, ...paths] = process.argv.slice(2);

function compiled(path) {
  const mistakes = [];
  const options = { errorHandler: (message) => mistakes.push(message), countAllVisits: false };
  try {
    const found = new Compiler(fs.readFileSync(path, "utf8"), options).Compile().ToJson();
    if (!mistakes.length) return found;
  } catch (error) {
    mistakes.push(error);
  }
  console.error(`${path}\n${mistakes.join("\n")}`);
  process.exit(1);
}

let state = 0;
const random = (below) => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 4294967296) * below);
};

function play(story) {
  story.ResetState();
  story.onError = (message) => {
    console.error(message);
    process.exit(1);
  };
  story.state.storySeed = random(1000000);
  const events = [];
  for (;;) {
    let endless = false;
    while (story.canContinue && events.length <= MOST) {
      story.ContinueAsync(LONGEST);
      endless = !story.asyncContinueComplete;
      if (endless) break;
      const text = story.currentText.trim();
      for (const tag of story.currentTags) events.push(tag.split(/: (.*)/s).slice(0, 2));
      if (text) events.push(["text", text]);
    }
    if (endless) break;
    const labels = story.currentChoices.map((choice) => choice.text);
    if (!labels.length || events.length > MOST) break;
    const taken = random(labels.length);
    const sheet = {};
    for (const [name] of story.variablesState._globalVariables) sheet[name] = story.variablesState.$(name);
    events.push(["choice", labels, taken, sheet]);
    story.ChooseChoiceIndex(taken);
  }
  console.log(JSON.stringify(events));
}

for (const path of paths) {
  const story = new Story(compiled(path));
  state = Number(seed);
  for (let number = 0; number < Number(plays); number += 1) play(story);
}
