package snippet_test

import (
	"testing"

	"passepartout/command/snippet"
)

// TestMongo: which statements for MongoDB only ask.
func TestMongo(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		`db.orders.countDocuments()`: true,
		`db.orders.find({total: {$gt: 10}, name: /x/i}).sort({a: -1}).limit(5).toArray()`:                                                                                                          true,
		`printjson(db.orders.getIndexes()); printjson(db.orders.findOne({}, {customer:1,total:1}))`:                                                                                                true,
		"show dbs\nuse shop\ndb.orders.distinct('status')":                                                                                                                                         true,
		`db.getCollectionNames().forEach(c => print(c, db[c].countDocuments()))`:                                                                                                                   true,
		`for (const c of db.getCollectionNames()) { print(c + ": " + db.getCollection(c).stats().size / 1024) }`:                                                                                   true,
		"const since = new Date(Date.now() - 3600 * 1000);\ndb.orders.aggregate([{ $match: { at: { $gte: since } } }, { $group: { _id: '$status', n: { $sum: 1 } } }]).forEach(d => printjson(d))": true,
		`db.runCommand({ping: 1})`:                                                                  true,
		`db.adminCommand({listDatabases: 1}).databases.length`:                                      true,
		`print(JSON.stringify(db.orders.find().explain("executionStats").executionStats, null, 2))`: true,
		`db.orders.drop()`:                                     false,
		`db.orders.deleteMany({})`:                             false,
		`db["orders"].drop()`:                                  false,
		`db["orders"]["drop"]()`:                               false,
		`db.orders.aggregate([{$out: "x"}])`:                   false,
		`db.orders.aggregate([{"$merge": {into: "x"}}])`:       false,
		`db.orders.find({$where: "sleep(1)"})`:                 false,
		`db.orders.aggregate([{["$o" + "ut"]: "x"}])`:          false,
		`const f = db.orders.drop; f()`:                        false,
		`const {drop} = db.orders; drop()`:                     false,
		`[1].forEach(db.orders.drop, db.orders)`:               false,
		`[1].forEach(db.orders["dr" + "op"], db.orders)`:       false,
		`const n = "dr" + "op"; db[n].find()`:                  true,
		`const n = "dr" + "op"; db[n]()`:                       false,
		`const n = "dr" + "op"; [1].forEach(db[n], db)`:        false,
		`const print = db.orders; print(1)`:                    false,
		`db => db.find()`:                                      false,
		`process.env.HOME`:                                     false,
		`require("child_process").execSync("id")`:              false,
		`load("/tmp/x.js")`:                                    false,
		`new Mongo("evil.example.net").getDB("x")`:             false,
		`connect("evil.example.net/x")`:                        false,
		`db.getSiblingDB("admin").system.users.find()`:         false,
		`db.users.find({}, {password: 1})`:                     false,
		`db.runCommand({dropDatabase: 1})`:                     false,
		`db.runCommand({[x]: 1})`:                              false,
		`db.runCommand(x)`:                                     false,
		`db.adminCommand({shutdown: 1})`:                       false,
		`db.orders.find = db.orders.drop; db.orders.find()`:    false,
		`this.db.orders.find()`:                                false,
		"db.orders.find(`${process.env.X}`)":                   false,
		`(db.orders.drop)()`:                                   false,
		`(() => 1)()`:                                          false,
		`db.orders.find({}).forEach(function(d) { print(d) })`: false,
		`db.orders.insertOne({a: 1})`:                          false,
		`db.setProfilingLevel(2)`:                              false,
		`eval("db.x.drop()")`:                                  false,
		`x = 1`:                                                false,
		`db.orders.find(`:                                      true, // it does not parse, so nothing runs
		"show dbs; db.x.drop()":                                false,
		"use x; db.x.drop()":                                   false,
		`db.orders.constructor.constructor("x")()`:             false,
		`Object.values(globalThis)`:                            false,
		`rs.stepDown()`:                                        false,
		`sh.status()`:                                          false,
		"db.a\u2028.drop()":                                    false,
	} {
		if got := snippet.Mongo(text); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}
